internal import Features

/// A link read without what an earlier one has told: a phone may have other handles by now, and a host
/// that knows them does not ask again.
struct HandleDoubt: Sendable {
    /// Things found before the handles were clear; past that the oldest go.
    static let limit = 64

    private(set) var traffic = AttributeTraffic()
    private var found: [AttributeTraffic.Found] = []

    init() {}

    /// Takes a packet; returns all that was found on the link once announcements are among it.
    mutating func receive(_ packet: [UInt8], at time: Duration) -> [AttributeTraffic.Found]? {
        // Of other services, what the known handles tell was told already.
        found += traffic.receive(packet, at: time).filter { $0.happening.service == .notifications }
        guard found.contains(where: \.isAnnouncement) else {
            found.removeFirst(max(0, found.count - Self.limit))
            return nil
        }
        return found
    }

    /// Decides at the end of the link; nothing where no announcements were found.
    mutating func finish() -> [AttributeTraffic.Found] {
        found += traffic.finish()
        return found.contains(where: \.isAnnouncement) ? found : []
    }
}

/// Links on which announcements may have been that could not be read.
struct UnreadLinks: Hashable, Sendable {
    private(set) var links = 0
    private(set) var announcements = 0

    mutating func add(_ count: Int) {
        guard count > 0 else { return }
        links += 1
        announcements += count
    }
}
