import Linux
import Notices

/// Counters since the start of the program, for monitoring; they contain no text of notifications.
struct WallCounters: Sendable {
    /// Upper bounds of the ring time histogram, in seconds.
    static let ringSpans = [5, 10, 20, 30, 60, 90]

    private(set) var events: [String: [String: Int]] = [:]
    private(set) var calls: [String: Int] = [:]
    private(set) var rings = [Int](repeating: 0, count: WallCounters.ringSpans.count + 1)
    private(set) var ringSeconds = 0.0
    private(set) var lastEvent: WallTime?
    /// The last calls whose ring time was counted: further events of a call report it again.
    private var counted: [NoticeID] = []
    private static let countedLimit = 64

    /// Counts an event.
    mutating func take(_ news: BridgeEvent) {
        switch news {
        case .notice(let change, let notice, let time):
            lastEvent = time
            events[change.rawValue, default: [:]][notice.category.name, default: 0] += 1
            noteCall(change, notice)
        case .phone, .renamed, .radio, .source, .beacon, .battery, .media, .listed: break
        }
    }

    private mutating func noteCall(_ change: NoticeChange, _ notice: Notice) {
        switch change {
        case .answered, .missed: calls[change.rawValue, default: 0] += 1
        case .ended where notice.callOutcome == .declined: calls["declined", default: 0] += 1
        default: break
        }
        guard let ring = notice.call?.ringTime, !counted.contains(notice.id) else { return }
        counted.append(notice.id)
        if counted.count > Self.countedLimit { counted.removeFirst() }
        let seconds = Double(ring.milliseconds) / 1_000
        let span = Self.ringSpans.firstIndex { seconds <= Double($0) } ?? Self.ringSpans.count
        rings[span] += 1
        ringSeconds += seconds
    }
}
