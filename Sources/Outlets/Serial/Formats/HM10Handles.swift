internal import Notices

/// The handles under which an HM-10 format speaks of notices: few and small, since there are only
/// four characters for one, and many sketches read its bytes as text.
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
    /// Handles that are kept for calls that ring.
    private static let reserve = 4
    /// Handles taken away last, which rest: a ring must not overtake the word that its handle's last
    /// notice is gone.
    private static let restLimit = 4

    /// How many notices have a handle beside the calls that ring; past that the oldest loses its own.
    static let limit = all.count - reserve - restLimit

    private var entries: [UInt8: Entry] = [:]
    private var handles: [NoticeID: UInt8] = [:]
    /// Those in use, the oldest first.
    private var order: [UInt8] = []
    /// Those that are not, the one longest free first; those below 32 before the others, since some
    /// sketches take bytes from there on for the beginning of the text.
    private var free = all
    private var resting: [UInt8] = []

    /// The notice that has a handle.
    subscript(handle: UInt8) -> Entry? { entries[handle] }

    func handle(of id: NoticeID) -> UInt8? { handles[id] }

    /// How many notices of a category there are.
    func count(of category: UInt8) -> Int {
        entries.values.reduce(0) { $0 + ($1.category == category ? 1 : 0) }
    }

    /// The handle that must be taken away before a notice that has none can be given one; nil while
    /// there is room, or nothing to take away.
    func surplus(for entry: Entry) -> UInt8? {
        let quiet = order.filter { entries[$0]?.isRinging == false }
        let hasRoom = !free.isEmpty && (entry.isRinging || quiet.count < Self.limit)
        return hasRoom ? nil : quiet.first
    }

    /// Gives a notice a handle, or new words to the one it has; nil where there is no room.
    mutating func take(_ entry: Entry) -> UInt8? {
        if let handle = handles[entry.id] {
            entries[handle] = entry
            return handle
        }
        guard !free.isEmpty else { return nil }
        let handle = free.remove(at: free.firstIndex { $0 < 32 } ?? 0)
        entries[handle] = entry
        handles[entry.id] = handle
        order.append(handle)
        return handle
    }

    /// Takes a handle away and says what it was for.
    mutating func remove(_ handle: UInt8) -> Entry? {
        guard let entry = entries.removeValue(forKey: handle) else { return nil }
        handles[entry.id] = nil
        order.removeAll { $0 == handle }
        resting.append(handle)
        if resting.count > Self.restLimit { free.append(resting.removeFirst()) }
        return entry
    }
}
