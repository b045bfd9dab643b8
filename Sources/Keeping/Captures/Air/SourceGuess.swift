internal import ANCS

/// Values that may be those of a Notification Source whose handle the capture does not name.
struct SourceGuess: Sendable {
    /// One of them.
    struct Value: Sendable {
        let bytes: [UInt8]
        let time: Duration
    }

    /// Handles that are looked at; further ones are not.
    static let handleLimit = 32
    /// Values kept of each; past that the oldest goes.
    static let valueLimit = 256
    /// Values without a contradiction that are enough where nothing else speaks for it.
    static let proof = 3
    /// Characteristics of one service are not farther apart.
    static let reach = 16

    private var candidates: [UInt16: [Value]] = [:]
    private var excluded: Set<UInt16> = []

    init() {}

    /// Looks at a value; one that cannot be of a Notification Source rules its handle out.
    mutating func look(at value: [UInt8], of handle: UInt16, at time: Duration) {
        guard !excluded.contains(handle) else { return }
        guard Self.isPlausible(value) else {
            candidates[handle] = nil
            if excluded.count < 1024 { excluded.insert(handle) }
            return
        }
        guard candidates[handle] != nil || candidates.count < Self.handleLimit else { return }
        candidates[handle, default: []].append(Value(bytes: value, time: time))
        if candidates[handle, default: []].count > Self.valueLimit {
            candidates[handle]?.removeFirst()
        }
    }

    /// The handle that has announced a notification.
    func handle(announcing uid: NotificationUID) -> UInt16? {
        candidates.filter { $0.value.contains { Self.uid(of: $0.bytes) == uid } }.keys.min()
    }

    /// The handle that is near a known one of the service.
    func handle(near known: UInt16) -> UInt16? {
        candidates.keys.map { (distance: abs(Int($0) - Int(known)), handle: $0) }
            .filter { $0.distance <= Self.reach }.min { $0.distance < $1.distance }?.handle
    }

    /// The handle for which its values alone speak.
    var likeliest: UInt16? {
        candidates.filter { $0.value.count >= Self.proof }
            .max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
    }

    /// How many values the handle has that has most of them.
    var mostValues: Int { candidates.values.map(\.count).max() ?? 0 }

    /// Takes out the values of a handle.
    mutating func take(_ handle: UInt16) -> [Value] {
        defer { candidates = [:] }
        return candidates[handle] ?? []
    }

    private static func uid(of value: [UInt8]) -> NotificationUID? {
        (try? SourceEvent(parsing: value))?.uid
    }

    private static func isPlausible(_ value: [UInt8]) -> Bool {
        guard let event = try? SourceEvent(parsing: value) else { return false }
        return event.event.rawValue <= EventID.removed.rawValue && event.flags.rawValue < 1 << 6
            && event.category.rawValue <= CategoryID.activeCall.rawValue
    }
}
