package import ANCS
package import Features
package import Linux
package import Notices
package import Outlets
package import Radio

/// The running program between phones and outlets.
@LoopActor
package final class Bridge {
    private let radio: any Radio
    private var outlets: [any Outlet]
    private let configuration: Session.Configuration
    private let further: FurtherFeatures
    private let pace: Pace
    private let renewals: RenewalController
    private let ids = NoticeIDs()
    /// In the order in which their phones first came.
    private var controllers: [PhoneController] = []
    private var radioFinished: (@LoopActor () -> Void)?
    /// Texts of the host's own; no rule is about them, and they are not kept.
    package private(set) lazy var texts = TextController(ids: ids) { [weak self] in
        self?.announce($0)
    }
    /// What of the notices is shown.
    package var rules = RuleBook()
    /// Takes what a person should know, in a sentence without content.
    package var advise: @LoopActor (String) -> Void = { _ in }
    private var hasStopped = false
    private var radioState: (condition: RadioCondition, words: String?, reason: String?)?
    private var radioSince = WallTime.now
    private var lastNotice: WallTime?
    private var eventCount = 0

    /// A bridge over a radio, which begins with `start`.
    ///
    /// - Parameters:
    ///   - further: what is made of each phone's services beside its notifications.
    ///   - sleep: the host's, after which the radio registers everything again.
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

    /// Begins; the closure is called should the radio have no more phones to offer.
    package func start(radioFinished: @escaping @LoopActor () -> Void) {
        self.radioFinished = radioFinished
        renewals.start()
        radio.start(for: [NotificationFeature.need] + further.needs) { [weak self] event in
            self?.take(event)
        }
    }

    /// Shows from now on to one more outlet.
    package func add(_ outlet: any Outlet) {
        outlets.append(outlet)
    }

    /// Shows nothing to this outlet any more.
    package func remove(_ outlet: any Outlet) {
        outlets.removeAll { $0 === outlet }
    }

    /// Shows apps again whose time is over.
    package func endMutes() {
        if !rules.mutes.isEmpty { rules.mutes.endDue(at: EventLoop.now, .now) }
    }

    /// Lets go of every phone; once this has told of that, it tells nothing more.
    ///
    /// - Parameter done: called when the radio has left everything as it found it.
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

    /// Whether every phone that is here has been heard out.
    package var isSettled: Bool {
        controllers.allSatisfy(\.isSettled)
    }

    /// What the phones have said so far: this grows as long as they have something to tell.
    package var news: Int {
        controllers.reduce(0) { $0 + $1.counters.news }
    }

    /// How many announced notifications the phones have not told of yet.
    package var unheardCount: Int {
        controllers.reduce(0) { $0 + $1.unheardCount }
    }

    /// How many notifications were not shown because there were too many.
    package var leftOutCount: Int {
        controllers.reduce(0) { $0 + $1.leftOutCount }
    }

    /// How everything is doing, without a word of content.
    package var status: BridgeStatus {
        BridgeStatus(
            radio: radioState?.condition, radioWords: radioState?.words,
            radioReason: radioState?.reason, radioSince: radioSince,
            phones: controllers.map(\.status),
            lastNotice: lastNotice, events: eventCount)
    }

    /// Has a phone do something about a notice, or takes back a text; without a name to the call that began to
    /// ring last, or to the newest notice that can be cleared.
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

    /// What is meant where nothing is named: never what nobody has been shown.
    private func newest(for act: NoticeAction, on controller: PhoneController) -> Notice? {
        guard act == .clear else {
            return controller.ringingCalls.max { $0.urgency < $1.urgency }
        }
        return controller.clearableNotices.last { rules.shows($0.id) }
    }

    /// The text that is meant where nothing is named.
    private func newestText(for act: NoticeAction) -> Notice? {
        act == .clear ? texts.notices.last : nil
    }

    private func perform(_ act: NoticeAction, onText text: Notice) -> ActResult {
        guard act.isOffered(by: text) else { return .notOffered(text) }
        texts.takeBack(text.id, by: .user)
        return .performed(text)
    }

    /// The notices on phones and the texts that a handle fits; where it fits several, those alone that are shown.
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
            emit: { [weak self] in self?.show($0) })
        controllers.append(controller)
        return controller
    }

    /// The name, with a number after it where another phone has it already: many are called iPhone.
    ///
    /// - Parameter bond: the phone that is to have it, where that has one already.
    private func freeName(like name: String, for bond: String? = nil) -> String {
        let taken = Set(controllers.map(\.phone).filter { $0.bond != bond }.map(\.name))
        guard taken.contains(name) else { return name }
        let numbered = (2...controllers.count + 1).lazy.map { "\(name) (\($0))" }
        return numbered.first { !taken.contains($0) } ?? name
    }

    /// Shows all outlets something of the host's own, which rules are not asked about and which is not kept.
    private func announce(_ event: BridgeEvent) {
        guard !hasStopped else { return }
        for outlet in outlets { outlet.show(event) }
    }

    /// Shows what something else than a phone tells, like everything.
    package func tell(_ event: BridgeEvent) { show(event) }

    private func show(_ event: BridgeEvent) {
        // An outlet may stop the bridge while that has still more to show.
        guard !hasStopped else { return }
        if case .phone(let state, let phone, _) = event { renewals.take(state, of: phone) }
        let ruled = rules.rule(on: event, local: WallTime.now.local)
        // What is kept of it can wait until it is shown.
        defer { for outlet in outlets { outlet.witness(ruled) } }
        switch event {
        case .listed: return
        case .source: break
        case .notice(_, _, let time):
            lastNotice = time
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
    /// The condition that people are told of.
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
    /// Which of several is meant where none is named: the newest, a call that rings aloud before one that Focus
    /// keeps silent.
    fileprivate var urgency: (Int, UInt64) {
        (call != nil && !flags.contains(.silent) ? 1 : 0, id.rawValue)
    }
}
