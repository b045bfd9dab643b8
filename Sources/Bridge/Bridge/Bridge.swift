package import ANCS
package import Features
package import Linux
package import Notices
package import Outlets
package import Radio

/// Core of the program: connects the phones of a radio to the outputs.
@LoopActor
package final class Bridge {
    private let radio: any Radio
    private var outlets: [any Outlet]
    private let configuration: Session.Configuration
    private let further: FurtherFeatures
    let pace: Pace
    private let renewals: RenewalController
    private let ids = NoticeIDs()
    /// Controllers in the order in which their phones first connected.
    private(set) var controllers: [PhoneController] = []
    private var radioFinished: (@LoopActor () -> Void)?
    /// Texts that local clients show as notifications; no rule applies to them, and the history does not store them.
    package private(set) lazy var texts = TextController(ids: ids) { [weak self] in
        self?.announce($0)
    }
    /// Rules that decide what is shown.
    package var rules = RuleBook()
    /// Sets the clock of the host; nil if the configuration does not ask for it.
    package var clock: ClockController?
    /// Reports a message to the user; it holds no content of notifications.
    package var advise: @LoopActor (String) -> Void = { _ in }
    private var hasStopped = false
    private var radioState: (condition: RadioCondition, words: String?, reason: String?)?
    private var radioSince = SteadyTime.now
    private var lastNotice: SteadyTime?
    private var eventCount = 0

    /// A bridge over a radio; call `start` to begin.
    ///
    /// - Parameters:
    ///   - further: features of phones other than notifications.
    ///   - sleep: reports suspends of the host, after which the radio registers everything again.
    package init(
        radio: any Radio, outlets: [any Outlet],
        configuration: Session.Configuration = Session.Configuration(),
        further: FurtherFeatures = .all, pace: Pace, sleep: HostSleep = .host
    ) {
        self.radio = radio
        self.outlets = outlets
        self.configuration = configuration
        self.further = further
        self.pace = pace
        renewals = RenewalController(radio, pace: pace, sleep: sleep)
    }

    /// Starts the radio.
    ///
    /// - Parameter radioFinished: called when no further phone will connect, as after the scenario of simulated phones.
    package func start(radioFinished: @escaping @LoopActor () -> Void) {
        self.radioFinished = radioFinished
        renewals.start()
        radio.start(for: [NotificationFeature.need] + further.needs) { [weak self] event in
            self?.take(event)
        }
    }

    /// Adds an output that receives all later events.
    package func add(_ outlet: any Outlet) {
        outlets.append(outlet)
    }

    /// Removes an output.
    package func remove(_ outlet: any Outlet) {
        outlets.removeAll { $0 === outlet }
    }

    /// Ends mutes whose time is over.
    package func endMutes() {
        if !rules.mutes.isEmpty { rules.mutes.endDue(at: EventLoop.now, .now) }
    }

    /// Disconnects every phone and stops; outputs have received the last events when this returns.
    ///
    /// - Parameter done: called when the radio has restored the original state of the system.
    package func stop(_ done: @escaping @LoopActor () -> Void = {}) {
        radioFinished = nil
        let controllers = controllers
        self.controllers = []
        for controller in controllers { controller.detach() }
        texts.stop()
        renewals.stop()
        hasStopped = true
        LoopActor.begin { [radio] in
            await radio.stop()
            done()
        }
    }

    /// Whether every connected phone has sent everything it announced.
    package var isSettled: Bool {
        controllers.allSatisfy(\.isSettled)
    }

    /// Number of messages received from all phones; an unchanged number means that they are silent.
    package var news: Int {
        controllers.reduce(0) { $0 + $1.counters.news }
    }

    /// Number of announced notifications whose content has not arrived yet.
    package var unheardCount: Int {
        controllers.reduce(0) { $0 + $1.unheardCount }
    }

    /// Number of notifications dropped because of limits.
    package var leftOutCount: Int {
        controllers.reduce(0) { $0 + $1.leftOutCount }
    }

    /// Current status, without content of notifications.
    package var status: BridgeStatus {
        BridgeStatus(
            radio: radioState?.condition, radioWords: radioState?.words,
            radioReason: radioState?.reason, radioSince: radioSince.wall,
            phones: controllers.map(\.status),
            lastNotice: lastNotice?.wall, events: eventCount)
    }

    /// Performs an action on a notification, or takes back a text.
    ///
    /// Without a name the action applies to the call that last began to ring, or to the newest notification that can be cleared.
    package func perform(
        _ act: NoticeAction, on id: NoticeID?, _ done: @escaping @LoopActor (ActResult) -> Void
    ) {
        let found = controllers.compactMap { controller in
            (id.map(controller.notice) ?? newest(for: act, on: controller)).map { (controller, $0) }
        }.max { $0.1.urgency < $1.1.urgency }
        let text = id.map { id in texts.notices.last { $0.id == id } } ?? newestText(for: act)
        if let text, text.id.rawValue > found?.1.id.rawValue ?? 0 {
            return done(perform(act, onText: text))
        }
        guard let (controller, notice) = found else {
            if id != nil { return done(.noSuchNotice) }
            return done(act == .clear ? .nothingToClear : .nothingRings)
        }
        controller.perform(act, on: notice, telling: rules.redacted(notice), done)
    }

    /// Returns the default target of an action; `clear` never applies to a notification that rules hide.
    private func newest(for act: NoticeAction, on controller: PhoneController) -> Notice? {
        guard act == .clear else {
            return controller.ringingCalls.max { $0.urgency < $1.urgency }
        }
        return controller.clearableNotices.last { rules.shows($0.id) }
    }

    /// Returns the default text for an action.
    private func newestText(for act: NoticeAction) -> Notice? {
        act == .clear ? texts.notices.last : nil
    }

    private func perform(_ act: NoticeAction, onText text: Notice) -> ActResult {
        guard act.isOffered(by: text) else { return .notOffered(text) }
        texts.takeBack(text.id, by: .user)
        return .performed(text)
    }

    /// Returns the notifications and texts whose ids end with a handle.
    ///
    /// If several match, notifications that rules hide are omitted, unless nothing else matches.
    package func notices(named handle: NoticeHandle) -> [NoticeID] {
        let texts = texts.notices.map(\.id).filter(handle.fits)
        let all = controllers.flatMap(\.notices).map(\.id).filter(handle.fits)
        let shown = (all.count + texts.count > 1 ? all.filter(rules.shows) : all) + texts
        return shown.isEmpty ? all : shown
    }

    private func take(_ event: RadioEvent) {
        guard !hasStopped else { return }
        switch event {
        case .connected(let link): controller(for: link.phone).attach(link)
        case .forgotten(let bond):
            for controller in controllers where controller.phone.bond == bond {
                controller.detach()
            }
            controllers.removeAll { $0.phone.bond == bond }
            renewals.forget(bond)
            clock?.forget(bond)
        case .state(let state):
            var reason: String?
            if case .notAdvertising(let name) = state {
                reason = name
                advise("Bluetooth does not advertise: \(name)")
            }
            let condition = RadioCondition(state)
            let words = radio.words(for: state)
            radioState = (condition, words, reason)
            radioSince = .now
            show(.radio(condition, words: words, at: .now))
        case .advice(let sentence): advise(sentence)
        case .finished: radioFinished?()
        }
    }

    private func controller(for phone: PhoneIdentity) -> PhoneController {
        if let controller = controllers.first(where: { $0.phone.bond == phone.bond }) {
            return controller
        }
        let controller = PhoneController(
            phone: PhoneIdentity(bond: phone.bond, name: freeName(like: phone.name)),
            called: phone.name, configuration: configuration, further: further, pace: pace,
            ids: ids,
            name: { [weak self] in self?.freeName(like: $0, for: phone.bond) ?? $0 },
            setClock: { [weak self] in self?.setClock(by: $0, of: phone.bond) },
            emit: { [weak self] in self?.show($0) })
        controllers.append(controller)
        return controller
    }

    /// Returns the name, with a number appended if another phone already has it.
    ///
    /// - Parameter bond: the phone that gets the name, if it is already known.
    private func freeName(like name: String, for bond: String? = nil) -> String {
        let taken = Set(controllers.map(\.phone).filter { $0.bond != bond }.map(\.name))
        guard taken.contains(name) else { return name }
        let numbered = (2...controllers.count + 1).lazy.map { "\(name) (\($0))" }
        return numbered.first { !taken.contains($0) } ?? name
    }

    /// Sends an event of the host itself to all outputs, bypassing rules and the history.
    private func announce(_ event: BridgeEvent) {
        guard !hasStopped else { return }
        for outlet in outlets { outlet.show(event) }
    }

    /// Passes an event from a source other than a phone through the rules to the outputs.
    package func tell(_ event: BridgeEvent) { show(event) }

    private func show(_ event: BridgeEvent) {
        // An output may stop the bridge while further events are pending.
        guard !hasStopped else { return }
        if case .phone(let state, let phone, _) = event { renewals.take(state, of: phone) }
        let ruled = rules.rule(on: event, local: WallTime.now.local)
        // The history is written after the outputs have shown the event.
        defer { for outlet in outlets { outlet.takeUnfiltered(ruled) } }
        switch event {
        case .listed: return
        case .source, .battery, .media: break
        case .notice(_, _, let time):
            lastNotice = SteadyTime(time)
            eventCount += 1
        case .phone, .renamed, .radio, .beacon: eventCount += 1
        }
        endMutes()
        guard let shown = rules.shown(ruled, at: pace.now) else { return }
        guard case .beacon(let news, _) = shown else {
            for outlet in outlets { outlet.show(shown) }
            return
        }
        for outlet in outlets where outlet.attention.takes(news) { outlet.show(shown) }
    }
}

extension RadioCondition {
    /// The condition as it is reported to users.
    fileprivate init(_ state: RadioState) {
        self =
            switch state {
            case .noService: .noService
            case .noAdapter: .noAdapter
            case .off: .off
            case .notAdvertising: .notAdvertising
            case .listening: .listening
            }
    }
}

extension Notice {
    /// Rank among default targets: an audible call before one silenced by Focus, then the newest.
    fileprivate var urgency: (Int, UInt64) {
        (isUnfinishedCall && !flags.contains(.silent) ? 1 : 0, id.rawValue)
    }
}
