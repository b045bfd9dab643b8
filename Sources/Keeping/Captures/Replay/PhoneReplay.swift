internal import AMS
internal import ANCS
internal import Features
internal import Linux
internal import Notices
internal import Radio

/// Replay of one phone of a file: converts link events to notification events.
struct PhoneReplay {
    /// Limit of deadlines processed separately after a jump in time; the rest are processed
    /// together.
    private static let patience = 64

    private(set) var name: String
    /// Number of events on its links.
    private(set) var happenings = 0
    /// Number of Notification Source values.
    var announcements: Int { observer.counters.sourceEvents }
    /// Time of the next pending work of `advance`.
    private(set) var nextDeadline: Duration?

    /// Last values from further services.
    private(set) var facts = PhoneFacts()
    private var observer = SessionObserver()
    private var further: FurtherFeatures
    private var book: NoticeBook
    private var state: PhoneState?
    /// Whether the phone has a media player, as last reported.
    private var isPlaying = false

    init(name: String, _ further: FurtherFeatures) {
        self.name = name
        self.further = further
        _ = self.further.linkIsSecure(at: .zero)
        book = NoticeBook(phone: PhoneName(name))
    }

    /// Processes an event of the phone.
    mutating func take(
        _ happening: Happening, at moment: ReplayMoment, ids: inout NoticeIDSource
    ) -> [BridgeEvent] {
        happenings += 1
        let now = moment.time
        var events: [BridgeEvent] = []
        var reports: [SessionReport] = []
        switch happening {
        case .linked, .tells(.appeared(.notifications)):
            if state != .ready { events += enter(.connected, moment) }
        case .unlinked:
            reports = observer.end(at: now)
            learn(further.end(at: now), moment, &events)
            book.forgetZone()
            _ = further.linkIsSecure(at: now)
        case .tells(.vanished(.notifications)): reports = observer.end(at: now)
        case .tells(.named(let name)): events += rename(to: name, moment)
        case .tells(let event):
            reports = observer.take(event, at: now)
            learn(further.take(event, at: now), moment, &events)
        case .asks(.write(let request, Characteristic.controlPoint.id)):
            reports = observer.wrote(request, at: now)
        case .asks: break
        }
        // A capture may begin during a session.
        if state == nil || state == .disconnected, !reports.isEmpty, happening != .unlinked {
            events += enter(.connected, moment)
        }
        events += tell(reports, moment, &ids)
        if happening == .tells(.vanished(.notifications)) { events += enter(.unavailable, moment) }
        if happening == .unlinked, state != nil { events += enter(.disconnected, moment) }
        setDeadline()
        return events
    }

    /// Processes the deadlines up to a time.
    mutating func advance(to moment: ReplayMoment, ids: inout NoticeIDSource) -> [BridgeEvent] {
        var events: [BridgeEvent] = []
        var steps = 0
        while let deadline = nextDeadline, deadline <= moment.time {
            steps += 1
            let isLast = steps > Self.patience
            let due = isLast ? moment : moment.at(deadline)
            events += tell(observer.timePassed(at: due.time), due, &ids)
            learn(further.timePassed(at: due.time), due, &events)
            events += book.timePassed(
                at: due.time, wall: due.wall, isHeardOut: observer.isSettled)
            setDeadline()
            if isLast { break }
        }
        return events
    }

    private mutating func tell(
        _ reports: [SessionReport], _ moment: ReplayMoment, _ ids: inout NoticeIDSource
    ) -> [BridgeEvent] {
        var events: [BridgeEvent] = []
        for report in reports {
            switch report {
            case .state(.ready): events += enter(.ready, moment)
            case .state(.notShared): events += enter(.notShared, moment)
            case .state(.notSecure): events += enter(.notSecure, moment)
            default: break
            }
            var told = moment
            // The notification waited only for its app's name; its own time is before the wait.
            if case .fetched(let notification) = report, notification.heldFor > .zero {
                told = moment.at(moment.time - notification.heldFor)
            }
            events += book.take(report, at: told.time, wall: told.wall, ids: &ids)
        }
        return events
    }

    private mutating func learn(
        _ actions: [FeatureAction<FeatureFact>], _ moment: ReplayMoment,
        _ events: inout [BridgeEvent]
    ) {
        for case .tell(let fact) in actions {
            switch fact {
            // The summary has the last values.
            case .battery(nil), .clock(nil): continue
            case .battery(let level?):
                events.append(.battery(level, PhoneName(name), at: moment.wall))
            case .clock(let clock?):
                if let offset = ClockReading(clock, at: moment.wall).dateOffset {
                    events += book.setZone(offset, wall: moment.wall)
                }
            case .media(.state(let state, _)):
                let played = state.flatMap {
                    $0.isEmpty ? nil : PlayedMedia($0, at: moment.time)
                }
                guard played != nil || isPlaying else { continue }
                isPlaying = played != nil
                events.append(.media(played, PhoneName(name), at: moment.wall))
            case .media(.performed), .device: break
            }
            facts.take(fact)
        }
    }

    private mutating func rename(to newName: String, _ moment: ReplayMoment) -> [BridgeEvent] {
        guard newName != name else { return [] }
        defer {
            name = newName
            book.rename(to: newName)
        }
        return [.renamed(PhoneName(newName), was: name, at: moment.wall)]
    }

    private mutating func enter(_ newState: PhoneState, _ moment: ReplayMoment) -> [BridgeEvent] {
        guard state != newState else { return [] }
        state = newState
        return [.phone(newState, PhoneName(name), at: moment.wall)]
    }

    private mutating func setDeadline() {
        nextDeadline = [observer.nextDeadline, book.nextDeadline, further.nextDeadline]
            .compactMap(\.self).min()
    }
}

/// Time in a file: since its beginning, and by the clock of the captured host.
struct ReplayMoment: Sendable {
    let time: Duration
    let wall: WallTime

    /// Returns another time of the same file.
    func at(_ other: Duration) -> ReplayMoment {
        ReplayMoment(time: other, wall: wall.advanced(by: other - time))
    }
}
