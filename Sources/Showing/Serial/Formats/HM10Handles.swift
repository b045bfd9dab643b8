internal import Notices

/// The handles under which an HM-10 format speaks of notices: few and small, since there are only
/// four characters for one, and many sketches read its bytes as text.
///
/// A call that rings overtakes what is said of the rest, so its handle is never another notice's. A
/// handle that is free again is given when all others of its kind have been: a sketch may hear of a
/// notice late, and ask for it later still.
struct HM10Handles: Sendable {
    /// What a sketch may ask of a notice.
    struct Entry: Sendable {
        let id: NoticeID
        /// The kind as one hexadecimal digit says it.
        let category: UInt8
        let isRinging: Bool
        let attributes: HM10Attributes
    }

    /// Numbers that some wire or reader acts upon: LF, CR, XON and XOFF.
    private static let avoided: Set<UInt8> = [0x0A, 0x0D, 0x11, 0x13]
    /// Numbers that are a single byte of ASCII, but for DEL and those.
    private static let all: [UInt8] = (1...126).filter { !avoided.contains($0) }
    /// The first ones are for calls that ring: some sketches take bytes from 32 on for the beginning of
    /// a text.
    private static let callCount = 12

    /// How many calls that ring have a handle at once; past that the oldest loses its own.
    static let callLimit = 8
    /// How many other notices have one.
    static let limit = 78

    private var entries: [UInt8: Entry] = [:]
    private var handles: [NoticeID: UInt8] = [:]
    private var calls = Pool(free: Array(all.prefix(callCount)), limit: callLimit)
    private var others = Pool(free: Array(all.dropFirst(callCount)), limit: limit)

    /// The notice that has a handle.
    subscript(handle: UInt8) -> Entry? { entries[handle] }

    func handle(of id: NoticeID) -> UInt8? { handles[id] }

    /// How many notices of a category there are.
    func count(of category: UInt8) -> Int {
        entries.values.reduce(0) { $0 + ($1.category == category ? 1 : 0) }
    }

    /// The handle that must be taken away before a notice that has none can be given one; nil while
    /// there is room.
    func surplus(for entry: Entry) -> UInt8? {
        (entry.isRinging ? calls : others).surplus
    }

    /// Gives a notice that has no handle one; nil where there is no room.
    mutating func give(_ entry: Entry) -> UInt8? {
        guard let handle = entry.isRinging ? calls.take() : others.take() else { return nil }
        entries[handle] = entry
        handles[entry.id] = handle
        return handle
    }

    /// Gives a handle's notice other words, of the same kind.
    mutating func renew(_ handle: UInt8, _ entry: Entry) {
        entries[handle] = entry
    }

    /// Takes a handle away and says what it was for.
    mutating func remove(_ handle: UInt8) -> Entry? {
        guard let entry = entries.removeValue(forKey: handle) else { return nil }
        handles[entry.id] = nil
        if entry.isRinging { calls.giveBack(handle) } else { others.giveBack(handle) }
        return entry
    }
}

extension HM10Handles {
    /// Handles for one kind of notices.
    private struct Pool: Sendable {
        /// Those never used, the smallest first, and then the others, the one longest free first.
        private var free: [UInt8]
        /// Those in use, the oldest first.
        private var used: [UInt8] = []
        /// How many may be in use, which is less than there are.
        private let limit: Int

        init(free: [UInt8], limit: Int) {
            self.free = free
            self.limit = limit
        }

        /// The one to be given back before another may be taken.
        var surplus: UInt8? { used.count < limit ? nil : used.first }

        mutating func take() -> UInt8? {
            guard !free.isEmpty else { return nil }
            let handle = free.removeFirst()
            used.append(handle)
            return handle
        }

        mutating func giveBack(_ handle: UInt8) {
            used.removeAll { $0 == handle }
            free.append(handle)
        }
    }
}
