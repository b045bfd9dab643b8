internal import ANCS

/// Candidates for the values of a Notification Source whose handle is not in the capture.
struct SourceGuess: Sendable {
    /// A candidate value.
    struct Value: Sendable {
        let bytes: [UInt8]
        let time: Duration
    }

    /// Limit of candidate handles; further handles are ignored.
    static let handleLimit = 32
    /// Limit of values per handle; the oldest are dropped.
    static let valueLimit = 256
    /// Number of plausible values that suffice without other evidence.
    static let proof = 3
    /// Largest distance in handles between characteristics of one service.
    static let reach = 16

    private var candidates: [UInt16: [Value]] = [:]
    private var excluded: Set<UInt16> = []

    init() {}

    /// Adds a value; an impossible value excludes its handle.
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

    /// The handle that announced a notification; nil if none did.
    func handle(announcing uid: NotificationUID) -> UInt16? {
        candidates.filter { $0.value.contains { Self.uid(of: $0.bytes) == uid } }.keys.min()
    }

    /// The candidate closest to a known handle of the service; nil if none is within `reach`.
    func handle(near known: UInt16) -> UInt16? {
        candidates.keys.map { (distance: abs(Int($0) - Int(known)), handle: $0) }
            .filter { $0.distance <= Self.reach }.min { $0.distance < $1.distance }?.handle
    }

    /// The handle with the most values; nil if none has at least `proof` values.
    var likeliest: UInt16? {
        candidates.filter { $0.value.count >= Self.proof }
            .max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
    }

    /// Number of values of the handle with the most values.
    var mostValues: Int { candidates.values.map(\.count).max() ?? 0 }

    /// Returns the values of a handle and discards all candidates.
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
