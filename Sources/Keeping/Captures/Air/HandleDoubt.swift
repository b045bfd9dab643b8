internal import Features

/// A link evaluated without the handles of earlier links.
///
/// The phone may have other handles by now, and a host that knows the handles does not discover
/// them again.
struct HandleDoubt: Sendable {
    /// Limit of items found before the handles are certain; the oldest are dropped.
    static let limit = 64

    private(set) var traffic = AttributeTraffic()
    private var found: [AttributeTraffic.Found] = []

    init() {}

    /// Evaluates a packet; returns everything found on the link once it includes an announcement.
    mutating func receive(_ packet: [UInt8], at time: Duration) -> [AttributeTraffic.Found]? {
        // Values of other services were already reported through the known handles.
        found += traffic.receive(packet, at: time).filter { $0.happening.service == .notifications }
        guard found.contains(where: \.isAnnouncement) else {
            found.removeFirst(max(0, found.count - Self.limit))
            return nil
        }
        return found
    }

    /// Resolves the uncertain handles at the end of the link; empty without announcements.
    mutating func finish() -> [AttributeTraffic.Found] {
        found += traffic.finish()
        return found.contains(where: \.isAnnouncement) ? found : []
    }
}

/// Counts of links with possible announcements that could not be read.
struct UnreadLinks: Hashable, Sendable {
    private(set) var links = 0
    private(set) var announcements = 0

    mutating func add(_ count: Int) {
        guard count > 0 else { return }
        links += 1
        announcements += count
    }
}
