import AMS
import ANCS
import Features
import Linux
import Notices
import Radio

/// Controller of one phone across its links; owns the current session and the notification book.
@LoopActor
final class PhoneController {
    /// State of the phone as last reported.
    private(set) var state: PhoneState?

    /// The phone, with the name that is unique on this host.
    private(set) var phone: PhoneIdentity
    /// Name that the phone itself uses; another phone may have the same.
    private var ownName: String
    /// Returns the unique name for a phone's own name.
    private let name: @LoopActor (String) -> String
    let pace: Pace
    private let emit: @LoopActor (BridgeEvent) -> Void
    /// Handles a reading of the phone's clock before it is compared with that of the host.
    private let setClock: @LoopActor (PhoneClock) -> Void
    private let makeIDs: NoticeIDs
    private var notifications: NotificationFeature
    var further: FurtherFeatures
    private var book: NoticeBook
    private(set) var link: (any PhoneLink)?
    private var acts = PendingActions()
    var media = PendingMediaCommands()
    /// Whether the phone has a media player, as last reported.
    private(set) var isPlaying = false
    /// Last reading of the phone's clock, also after the phone has left, and its time.
    private var clock: (reading: ClockReading, at: SteadyTime)?
    /// Start of the current state.
    private(set) var stateSince = SteadyTime.now
    private let alarm: Alarm

    /// - Parameters:
    ///   - name: returns the unique name when the phone's own name changes.
    ///   - setClock: receives each reading of the phone's clock, and may set that of the host.
    ///   - emit: receives events in order.
    init(
        phone: PhoneIdentity, called ownName: String? = nil,
        configuration: Session.Configuration, further: FurtherFeatures, pace: Pace, ids: NoticeIDs,
        name: @escaping @LoopActor (String) -> String = { $0 },
        setClock: @escaping @LoopActor (PhoneClock) -> Void = { _ in },
        emit: @escaping @LoopActor (BridgeEvent) -> Void
    ) {
        self.phone = phone
        self.ownName = ownName ?? phone.name
        self.name = name
        self.setClock = setClock
        self.pace = pace
        self.emit = emit
        makeIDs = ids
        alarm = Alarm(on: pace)
        notifications = NotificationFeature(configuration: configuration)
        self.further = further
        book = NoticeBook(phone: PhoneName(phone))
    }

    private var session: Session { notifications.session }

    /// Counters of all sessions so far.
    var counters: SessionCounters { session.counters }

    /// Number of notifications dropped because of limits.
    var leftOutCount: Int { session.counters.evicted + book.leftOut }

    /// Number of announced notifications whose content has not arrived yet.
    var unheardCount: Int { session.unheardCount }

    /// Whether no work is pending until the phone or a user acts.
    var isSettled: Bool {
        link == nil || session.isSettled
    }

    /// Status of the phone, without content of notifications.
    var status: PhoneStatus {
        let clock = clockReading
        return PhoneStatus(
            name: phone.name, bond: phone.bond, state: state ?? .disconnected,
            since: stateSince.wall,
            notices: book.noticeCount, unheard: session.unheardCount, leftOut: leftOutCount,
            counters: session.counters, battery: further.facts.battery,
            model: further.facts.device.modelName, maker: further.facts.device.maker,
            zone: clock?.offsetMinutes, clockLead: clock?.lead, clockRead: clock?.at)
    }

    /// Ringing calls, oldest first.
    var ringingCalls: [Notice] { book.ringingCalls }

    /// Returns a notification by its id, while it is on the phone.
    func notice(_ id: NoticeID) -> Notice? { book.notice(id) }

    /// Notifications on the phone, oldest first.
    var notices: [Notice] { book.notices }

    /// Notifications that can be cleared on the phone now, oldest first.
    var clearableNotices: [Notice] {
        guard link != nil else { return [] }
        return notices.filter {
            NoticeAction.clear.isOffered(by: $0) && book.uid(of: $0.id) != nil
        }
    }

    /// Performs an action on a notification.
    ///
    /// - Parameter shown: the notification without the texts that rules hide, used in all results.
    func perform(
        _ act: NoticeAction, on notice: Notice, telling shown: Notice,
        _ done: @escaping @LoopActor (ActResult) -> Void
    ) {
        if act == .clear, notice.isUnfinishedCall { return done(.isCall(shown)) }
        let isOver = notice.call?.state == .ended
        // The phone may still list a call that has just ended; an action would have no effect.
        if isOver, act != .clear { return done(.callOver(shown)) }
        guard link != nil, let uid = book.uid(of: notice.id) else {
            return done(isOver ? .callOver(shown) : .phoneAway(shown))
        }
        guard act.isOffered(by: notice) else { return done(.notOffered(shown)) }
        acts.add(act, on: uid, of: shown, done)
        perform(notifications.perform(act.action, on: uid, at: pace.now))
        rearm()
    }

    /// Takes over a link to the phone; a previous one is closed.
    func attach(_ newLink: any PhoneLink) {
        detach()
        link = newLink
        rename(to: newLink.phone.name)
        enter(.connected)
        newLink.open { [weak self, weak newLink] event in
            guard let self, let newLink, link === newLink else { return }
            take(event)
        }
    }

    /// Closes the link to the phone.
    func detach(because reason: LetGo = .stopping) {
        guard let link else { return }
        self.link = nil
        end()
        link.close(because: reason)
        rearm()
    }

    private func take(_ event: LinkEvent) {
        let now = pace.now
        switch event {
        case .appeared(NotificationFeature.need.service):
            enter(.connected)
            perform(notifications.begin(at: now))
        case .vanished(NotificationFeature.need.service):
            perform(notifications.end(at: now))
            enter(.unavailable)
        case .appeared, .vanished, .subscribed, .unsubscribed, .refused, .value, .written, .read:
            if event.service == NotificationFeature.need.service {
                perform(notifications.take(event, at: now))
            } else {
                perform(further.take(event, at: now))
            }
        case .named(let name): rename(to: name)
        case .closed:
            link = nil
            end()
        }
        rearm()
    }

    /// Renames the phone, including its existing notifications.
    private func rename(to newName: String) {
        guard newName != ownName else { return }
        ownName = newName
        let (old, new) = (phone.name, name(newName))
        guard new != old else { return }
        phone = PhoneIdentity(bond: phone.bond, name: new)
        book.rename(to: new)
        emit(.renamed(PhoneName(phone), was: old, at: .now))
    }

    /// Handles the end of the link, for whatever reason.
    private func end() {
        perform(notifications.end(at: pace.now))
        perform(further.end(at: pace.now))
        book.forgetZone()
        enter(.disconnected)
    }

    private func perform(_ actions: [FeatureAction<SessionReport>]) { perform(actions, tell) }

    func perform(_ actions: [FeatureAction<FeatureFact>]) { perform(actions, tell) }

    private func perform<News>(_ actions: [FeatureAction<News>], _ tell: (News) -> Void) {
        var letsGo = false
        for action in actions {
            switch action {
            case .ask(let call): link?.ask(call)
            case .tell(let news): tell(news)
            // The phone is disconnected last: other reports precede it.
            case .letGo: letsGo = true
            }
        }
        if letsGo { detach(because: .unresponsive) }
    }

    private func tell(_ report: SessionReport) {
        if case .state(let sessionState) = report, let state = PhoneState(sessionState) {
            enter(state)
        }
        let events = book.take(report, at: pace.now, wall: .now, ids: &makeIDs.source)
        for event in events { emit(event) }
        if case .performed(let action, let uid, let outcome) = report {
            acts.take(action, uid, outcome)?()
        }
    }

    private func tell(_ fact: FeatureFact) {
        switch fact {
        case .battery(let level?): emit(.battery(level, PhoneName(phone), at: .now))
        case .clock(let clock?): take(clock)
        case .media(.state(let state, _)):
            let played = state.flatMap { $0.isEmpty ? nil : PlayedMedia($0, at: pace.now) }
            guard played != nil || isPlaying else { return }
            isPlaying = played != nil
            emit(.media(played, PhoneName(phone), at: .now))
        case .media(.performed(let command, let outcome)): media.take(command, outcome)?()
        case .battery, .clock, .device: break
        }
    }

    /// Compares the phone's clock with the host's, and applies its zone to its notifications.
    private func take(_ clock: PhoneClock) {
        setClock(clock)
        self.clock = (ClockReading(clock, at: .now), .now)
        applyZone()
    }

    /// The last comparison of the clocks, as it is if that of the host was set since.
    private var clockReading: ClockReading? {
        clock.map { $0.reading.after(settingBy: $0.at.shift()) }
    }

    /// Applies the zone of the phone to its notifications, if its clock is right.
    func applyZone() {
        guard clock != nil, link != nil else { return }
        guard let offset = clockReading?.dateOffset else { return book.forgetZone() }
        for event in book.setZone(offset, wall: .now) { emit(event) }
    }

    private func enter(_ newState: PhoneState) {
        guard state != newState else { return }
        state = newState
        stateSince = .now
        emit(.phone(newState, PhoneName(phone), at: .now))
        // Both states are answers of a phone over an encrypted link.
        if newState == .ready || newState == .notShared {
            perform(further.linkIsSecure(at: pace.now))
        }
    }

    func rearm() {
        let deadline = [notifications.nextDeadline, further.nextDeadline, book.nextDeadline]
            .compactMap(\.self).min()
        guard deadline != alarm.moment else { return }
        alarm.set(at: deadline, for: self) { $0.timePassed() }
    }

    private func timePassed() {
        perform(notifications.timePassed(at: pace.now))
        perform(further.timePassed(at: pace.now))
        let events = book.timePassed(
            at: pace.now, wall: .now, isHeardOut: session.isSettled)
        for event in events { emit(event) }
        rearm()
    }
}

extension PhoneName {
    init(_ phone: PhoneIdentity) {
        self.init(phone.name, bond: phone.bond)
    }
}

extension PhoneState {
    /// The state that is reported for a session state, if there is one.
    fileprivate init?(_ state: SessionState) {
        switch state {
        case .idle, .subscribing: return nil
        case .ready: self = .ready
        case .notShared: self = .notShared
        case .notSecure: self = .notSecure
        case .unresponsive: self = .unresponsive
        }
    }
}
