import ANCS
import Features
import Linux
import Notices
import Radio

/// Everything about one phone, across its links: the session of the moment and the notice book.
@LoopActor
final class PhoneController {
    /// What the phone is doing, as last told.
    private(set) var state: PhoneState?

    /// The phone, by the name that it goes by here.
    private(set) var phone: PhoneIdentity
    /// What it calls itself; another phone may be called the same.
    private var ownName: String
    /// Gives the name by which the phone goes here, where it has this one.
    private let name: @LoopActor (String) -> String
    private let pace: Pace
    private let emit: @LoopActor (BridgeEvent) -> Void
    private let makeIDs: NoticeIDs
    private var notifications: NotificationFeature
    private var further: FurtherFeatures
    private var book: NoticeBook
    private var link: (any PhoneLink)?
    private var acts = PendingActions()
    /// Since when the phone has been doing what it does.
    private var stateSince = WallTime.now
    private let alarm: Alarm

    /// - Parameters:
    ///   - name: gives the name by which the phone goes here, where it comes to have another one.
    ///   - emit: takes what happens, in order.
    init(
        phone: PhoneIdentity, called ownName: String? = nil,
        configuration: Session.Configuration, further: FurtherFeatures, pace: Pace, ids: NoticeIDs,
        name: @escaping @LoopActor (String) -> String = { $0 },
        emit: @escaping @LoopActor (BridgeEvent) -> Void
    ) {
        self.phone = phone
        self.ownName = ownName ?? phone.name
        self.name = name
        self.pace = pace
        self.emit = emit
        makeIDs = ids
        alarm = Alarm(on: pace)
        notifications = NotificationFeature(configuration: configuration)
        self.further = further
        book = NoticeBook(phone: PhoneName(phone))
    }

    private var session: Session { notifications.session }

    /// What the sessions have counted so far.
    var counters: SessionCounters { session.counters }

    /// How many notifications there was no room for.
    var leftOutCount: Int { session.counters.evicted + book.leftOut }

    /// How many announced notifications the phone has not told of yet.
    var unheardCount: Int { session.unheardCount }

    /// Whether nothing is left to do until the phone or a person says something.
    var isSettled: Bool {
        link == nil || session.isSettled
    }

    /// How the phone is doing, without a word of content.
    var status: PhoneStatus {
        PhoneStatus(
            name: phone.name, bond: phone.bond, state: state ?? .disconnected, since: stateSince,
            notices: book.noticeCount, unheard: session.unheardCount, leftOut: leftOutCount,
            counters: session.counters, facts: further.facts)
    }

    /// The calls that ring, oldest first.
    var ringingCalls: [Notice] { book.ringingCalls }

    /// A notice by its name, while it is on the phone.
    func notice(_ id: NoticeID) -> Notice? { book.notice(id) }

    /// The notices that are on the phone, oldest first.
    var notices: [Notice] { book.notices }

    /// The notices that the phone lets be cleared now, oldest first.
    var clearableNotices: [Notice] {
        guard link != nil else { return [] }
        return notices.filter {
            NoticeAction.clear.isOffered(by: $0) && book.handle(of: $0.id) != nil
        }
    }

    /// Has the phone do something about one of its notices.
    ///
    /// - Parameter shown: the notice as it may be shown, which is all that is told of it.
    func perform(
        _ act: NoticeAction, on notice: Notice, telling shown: Notice,
        _ done: @escaping @LoopActor (ActResult) -> Void
    ) {
        if act == .clear, notice.isUnfinishedCall { return done(.isCall(shown)) }
        let isOver = notice.call?.state == .ended
        // The phone may still list a call that it has just ended, and would take this without an effect.
        if isOver, act != .clear { return done(.callOver(shown)) }
        guard link != nil, let uid = book.handle(of: notice.id) else {
            return done(isOver ? .callOver(shown) : .phoneAway(shown))
        }
        guard act.isOffered(by: notice) else { return done(.notOffered(shown)) }
        acts.add(act, on: uid, of: shown, done)
        perform(notifications.perform(act.action, on: uid, at: pace.now))
        rearm()
    }

    /// Takes over a link to the phone; one that is still there is let go.
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

    /// Lets go of the phone.
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

    /// Has all that the phone has told and will tell go by the name that it has now.
    private func rename(to newName: String) {
        guard newName != ownName else { return }
        ownName = newName
        let (old, new) = (phone.name, name(newName))
        guard new != old else { return }
        phone = PhoneIdentity(bond: phone.bond, name: new)
        book.rename(to: new)
        emit(.renamed(PhoneName(phone), was: old, at: .now))
    }

    /// The link is gone, for whatever reason.
    private func end() {
        perform(notifications.end(at: pace.now))
        perform(further.end(at: pace.now))
        enter(.disconnected)
    }

    private func perform(_ actions: [FeatureAction<SessionReport>]) { perform(actions, tell) }

    /// The features keep what else there is to say of the phone.
    private func perform(_ actions: [FeatureAction<FeatureFact>]) { perform(actions) { _ in } }

    private func perform<News>(_ actions: [FeatureAction<News>], _ tell: (News) -> Void) {
        var letsGo = false
        for action in actions {
            switch action {
            case .ask(let call): link?.ask(call)
            case .tell(let news): tell(news)
            // The phone is let go last: what else there is to tell was known before.
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

    private func enter(_ newState: PhoneState) {
        guard state != newState else { return }
        state = newState
        stateSince = .now
        emit(.phone(newState, PhoneName(phone), at: .now))
    }

    private func rearm() {
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

/// The names of all notices come from one source, whichever phone they are from.
@LoopActor
final class NoticeIDs {
    var source = NoticeIDSource()
}

extension PhoneName {
    fileprivate init(_ phone: PhoneIdentity) {
        self.init(phone.name, bond: phone.bond)
    }
}

extension PhoneState {
    /// The state that people are told of, where a session's state is one.
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
