internal import Notices

/// Handles of notifications in the HM-10 format.
///
/// They are few and small, because a handle has only four characters and many sketches read its
/// bytes as text.
///
/// A ringing call overtakes everything else, so it never shares a handle with another notification.
/// A freed handle is reused last, because a sketch may receive a notification late and request it
/// even later.
struct HM10Handles: Sendable {
    /// Notification as far as a sketch may request it.
    struct Entry: Sendable {
        let id: NoticeID
        /// Category as one hexadecimal digit.
        let category: UInt8
        let isRinging: Bool
        let attributes: HM10Attributes
    }

    /// Numbers that some line or reader interprets: LF, CR, XON and XOFF.
    private static let avoided: Set<UInt8> = [0x0A, 0x0D, 0x11, 0x13]
    /// Possible handles: ASCII bytes below DEL, except for those to avoid.
    private static let all: [UInt8] = (1...126).filter { !avoided.contains($0) }
    /// Number of handles for ringing calls, which get the lowest ones: some sketches take a byte
    /// from 32 on for the beginning of a text.
    private static let callCount = 12

    /// Limit of ringing calls with a handle; beyond it, the oldest loses its own.
    static let callLimit = 8
    /// Limit of other notifications with a handle.
    static let limit = 78

    private var entries: [UInt8: Entry] = [:]
    private var handles: [NoticeID: UInt8] = [:]
    private var calls = Pool(free: Array(all.prefix(callCount)), limit: callLimit)
    private var others = Pool(free: Array(all.dropFirst(callCount)), limit: limit)

    subscript(handle: UInt8) -> Entry? { entries[handle] }

    func handle(of id: NoticeID) -> UInt8? { handles[id] }

    func count(of category: UInt8) -> Int {
        entries.values.reduce(0) { $0 + ($1.category == category ? 1 : 0) }
    }

    /// Returns the handle to be removed before the notification can get one; nil if there is room.
    func surplus(for entry: Entry) -> UInt8? {
        (entry.isRinging ? calls : others).surplus
    }

    /// Assigns a handle to a notification; nil if there is no room.
    mutating func give(_ entry: Entry) -> UInt8? {
        guard let handle = entry.isRinging ? calls.take() : others.take() else { return nil }
        entries[handle] = entry
        handles[entry.id] = handle
        return handle
    }

    /// Replaces the content of a handle by one of the same kind.
    mutating func renew(_ handle: UInt8, _ entry: Entry) {
        entries[handle] = entry
    }

    /// Removes a handle and returns its entry.
    mutating func remove(_ handle: UInt8) -> Entry? {
        guard let entry = entries.removeValue(forKey: handle) else { return nil }
        handles[entry.id] = nil
        if entry.isRinging { calls.giveBack(handle) } else { others.giveBack(handle) }
        return entry
    }
}

extension HM10Handles {
    /// Handles of one kind of notifications.
    private struct Pool: Sendable {
        /// Handles never used, the lowest first, followed by freed ones, the longest free first.
        private var free: [UInt8]
        /// Handles in use, oldest first.
        private var used: [UInt8] = []
        /// Maximum number of handles in use; fewer than there are, so that a freed one rests first.
        private let limit: Int

        init(free: [UInt8], limit: Int) {
            self.free = free
            self.limit = limit
        }

        /// The handle to be removed before another can be taken; nil if there is room.
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
