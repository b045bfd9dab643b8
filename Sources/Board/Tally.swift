internal import Notices

/// Counts the notices that are on the phones, and apart those that were there before quiet hours.
struct Tally: Sendable {
    enum Kind: Sendable {
        case missed
        case voicemail
        case other
    }

    /// More notices than this are not counted.
    let limit: Int
    private var kinds: [NoticeID: Kind] = [:]
    /// Those that came in quiet hours.
    private var hidden: Set<NoticeID> = []
    private var all = BoardCounts()
    private var quiet = BoardCounts()

    init(limit: Int) {
        self.limit = limit
    }

    func counts(inQuiet: Bool) -> BoardCounts {
        inQuiet ? quiet : all
    }

    /// Counts a notice as one of a kind, whatever it was before.
    mutating func put(_ id: NoticeID, _ kind: Kind, isHidden: Bool) {
        if kinds[id] == kind { return }
        remove(id)
        guard kinds.count < limit else { return }
        kinds[id] = kind
        all[kind] += 1
        if isHidden { hidden.insert(id) } else { quiet[kind] += 1 }
    }

    mutating func remove(_ id: NoticeID) {
        guard let kind = kinds.removeValue(forKey: id) else { return }
        all[kind] -= 1
        if hidden.remove(id) == nil { quiet[kind] -= 1 }
    }

    func contains(_ id: NoticeID) -> Bool {
        kinds[id] != nil
    }

    /// Counts all there is from now on.
    mutating func endQuiet() {
        hidden = []
        quiet = all
    }
}

extension BoardCounts {
    fileprivate subscript(kind: Tally.Kind) -> Int {
        get {
            switch kind {
            case .missed: missed
            case .voicemail: voicemail
            case .other: others
            }
        }
        set {
            switch kind {
            case .missed: missed = newValue
            case .voicemail: voicemail = newValue
            case .other: others = newValue
            }
        }
    }
}
