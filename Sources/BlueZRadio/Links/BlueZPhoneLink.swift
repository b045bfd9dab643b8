import ANCS
import DBus
import Linux
import Radio

/// One connected phone, as bluetoothd shows it.
@LoopActor
final class BlueZPhoneLink: PhoneLink {
    /// How long after all services are known the notification service may still come.
    private static let lackPause: Duration = .seconds(1)

    private(set) var phone: PhoneIdentity
    let device: ObjectPath
    private let daemon: BlueZDaemon
    private let mode: DataSourceMode
    private let patience: LinkPatience
    private lazy var texts = TextSource(daemon, mode: mode, patience: patience, advise: advise) {
        [weak self] event in
        self?.take(event)
    }
    private var handler: (@LoopActor (LinkEvent) -> Void)?
    /// What bluetoothd knows of the phone's services.
    private var known: PhoneService?
    /// What the session uses of that.
    private var service: PhoneService?
    /// Runs before a subscription that broke off is made again.
    private var renewal: TimerID?
    /// Grows while subscriptions break off soon.
    private var renewalPause: GrowingPause
    /// Since when something is subscribed.
    private var subscribedSince: Duration?
    /// Whether bluetoothd sends Notification Source because we asked it to.
    private var hasStarted = false
    /// Whether the session listens to Notification Source.
    private var listens = false
    /// Runs once, before it is told that the phone does not offer the service.
    private var lack: TimerID?
    /// Whether bluetoothd has said since that it is subscribed; its answer comes before that.
    private var wasNotifying = false
    private var early = EarlyValues()
    /// Counts what the link is used for, so that answers that were overtaken are recognised.
    private var generation = 0
    /// Whether nothing comes of this link any more, though the phone may still be there.
    private(set) var hasEnded = false
    private let advise: @LoopActor (LinkAdvice?) -> Void
    private let remained: @LoopActor () -> Void

    /// - Parameters:
    ///   - advise: takes what a person should know, nil where all is well.
    ///   - remained: called a while after bluetoothd failed to let go of the phone.
    init(
        _ phone: PhoneIdentity, at device: ObjectPath, of daemon: BlueZDaemon,
        mode: DataSourceMode, patience: LinkPatience,
        advise: @escaping @LoopActor (LinkAdvice?) -> Void,
        remained: @escaping @LoopActor () -> Void
    ) {
        self.phone = phone
        self.device = device
        self.daemon = daemon
        self.mode = mode
        self.patience = patience
        renewalPause = GrowingPause(patience.renewal)
        self.advise = advise
        self.remained = remained
    }

    func open(_ handler: @escaping @LoopActor (LinkEvent) -> Void) {
        self.handler = handler
        if service != nil { handler(.available) }
    }

    func subscribe(to characteristic: Characteristic) {
        guard let service else { return }
        switch characteristic {
        case .dataSource: texts.subscribe(at: service.dataSource)
        case .notificationSource, .controlPoint:
            startNotify(characteristic, service, BusyPauses(within: patience.busy))
        }
    }

    func unsubscribe(from characteristic: Characteristic) {
        guard let service else { return }
        listens = false
        if characteristic == .notificationSource { hasStarted = false }
        let ours = generation
        daemon.call(service[characteristic], BlueZ.characteristic, "StopNotify") { [weak self] _ in
            guard let self, generation == ours else { return }
            tell(.unsubscribed(characteristic))
        }
    }

    func write(_ request: [UInt8]) {
        // A session gives up only a little later.
        write(request, BusyPauses(within: patience.answer))
    }

    private func write(_ request: [UInt8], _ pauses: BusyPauses) {
        guard let service else { return }
        let ours = generation
        let options: [String: BusValue] = ["type": .string("request")]
        daemon.call(
            service.controlPoint, BlueZ.characteristic, "WriteValue",
            [.bytes(request), .dictionary(options)], within: patience.answer
        ) { [weak self] result in
            guard let self, generation == ours else { return }
            switch result.error.map(Refusal.init) {
            case nil: tell(.written(nil))
            case .phone(let error): tell(.written(error))
            case .taken: tell(.written(.unlikelyError))
            case .busy:
                let isPaused = pause(pauses) { $0.write(request, $1) }
                if !isPaused { tell(.written(.unlikelyError)) }
            case .gone: break
            }
        }
    }

    func close(because reason: LetGo) {
        guard !hasEnded else { return }
        releaseSubscriptions()
        end()
        // The phone makes a new link by itself; that is what helps against its silence.
        guard reason == .unresponsive else { return }
        daemon.call(device, BlueZ.device, "Disconnect") { [patience, remained] result in
            guard result.error != nil else { return }
            EventLoop.shared.after(patience.comeback, remained)
        }
    }

    /// Takes note of what bluetoothd says that the phone is called.
    func isNow(named name: String) {
        guard name != phone.name else { return }
        phone = PhoneIdentity(bond: phone.bond, name: name)
        tell(.named(name))
    }

    /// Takes note of what bluetoothd knows of the phone's services now.
    ///
    /// - Parameter isResolved: whether bluetoothd knows all of them.
    func take(_ found: PhoneService?, isResolved: Bool) {
        // Where they are unknown again the link is about to end, and says so itself.
        guard isResolved || service == nil else { return }
        known = found
        guard renewal == nil else { return }
        guard found != service else {
            if isResolved, found == nil { lackService() }
            return checkSubscription()
        }
        if service != nil { lose() }
        service = found
        if found != nil { tell(.available) }
    }

    /// Tells, unless the service comes within a moment, that the phone does not offer it.
    private func lackService() {
        guard lack == nil else { return }
        lack = EventLoop.shared.after(Self.lackPause) { [weak self] in
            if let self, service == nil, renewal == nil { tell(.unavailable) }
        }
    }

    /// Takes a value that came over the bus.
    func take(_ value: [UInt8], of path: ObjectPath) {
        // Where another program is subscribed as well, values come also while we are not.
        switch (service ?? known)?.characteristic(at: path) {
        case .notificationSource where listens: tell(.value(.notificationSource, value))
        case .notificationSource: early.keep(value)
        case .dataSource where texts.isOnBus: tell(.value(.dataSource, value))
        default: break
        }
    }

    private func take(_ event: TextSource.Event) {
        switch event {
        case .subscribed:
            subscribedSince = subscribedSince ?? EventLoop.now
            tell(.subscribed(.dataSource))
        case .refused(let error): tell(.refused(.dataSource, error))
        case .value(let value): tell(.value(.dataSource, value))
        case .ended: renew()
        }
    }

    /// The link is gone.
    func wasLost() {
        guard !hasEnded else { return }
        releaseSubscriptions()
        let handler = handler
        end()
        handler?(.closed(.lost))
    }

    /// Calls a closure as soon as bluetoothd has handed out every descriptor that it was asked for:
    /// to a client that leaves earlier, bluetoothd 5.66 hands out none any more, nor to the next.
    func settle(_ done: @escaping @LoopActor () -> Void) {
        texts.settle(done)
    }

    private func end() {
        hasEnded = true
        generation += 1
        if let renewal { EventLoop.shared.cancel(renewal) }
        if let lack { EventLoop.shared.cancel(lack) }
        (renewal, lack) = (nil, nil)
        known = nil
        service = nil
        early = EarlyValues()
        handler = nil
    }

    private func lose() {
        generation += 1
        releaseSubscriptions()
        listens = false
        early = EarlyValues()
        service = nil
        tell(.unavailable)
    }

    private func tell(_ event: LinkEvent) {
        if !hasEnded { handler?(event) }
    }

    // MARK: Notification Source

    private func startNotify(
        _ characteristic: Characteristic, _ service: PhoneService, _ pauses: BusyPauses
    ) {
        let ours = generation
        daemon.call(
            service[characteristic], BlueZ.characteristic, "StartNotify", within: patience.answer
        ) { [weak self, daemon] result in
            guard let self, generation == ours else {
                // It was overtaken by the end of what it was for.
                if result.error == nil { Self.stopNotify(service[characteristic], daemon) }
                return
            }
            let refusal = result.error.map(Refusal.init)
            switch refusal {
            case nil:
                if characteristic == .notificationSource { hasStarted = true }
                subscribedSince = subscribedSince ?? EventLoop.now
                tell(.subscribed(characteristic))
                if characteristic == .notificationSource { listen() }
            case .busy, .taken:
                let isPaused = pause(pauses) { $0.startNotify(characteristic, service, $1) }
                guard !isPaused else { return }
                if refusal == .taken { advise(.taken) }
                tell(.refused(characteristic, .unlikelyError))
            case .phone(let error): tell(.refused(characteristic, error))
            case .gone: break
            }
        }
    }

    /// Does something again after a pause; false when that went on for too long.
    private func pause(
        _ pauses: BusyPauses,
        _ again: @escaping @LoopActor (BlueZPhoneLink, BusyPauses) -> Void
    ) -> Bool {
        var pauses = pauses
        guard let pause = pauses.take() else { return false }
        let (ours, left) = (generation, pauses)
        EventLoop.shared.after(pause) { [weak self] in
            if let self, generation == ours { again(self, left) }
        }
        return true
    }

    private func listen() {
        listens = true
        // It is so already where somebody else is subscribed.
        wasNotifying = isNotifying
        for value in early.take() { tell(.value(.notificationSource, value)) }
    }

    /// A subscription that bluetoothd no longer has is made again, in a new session.
    private func checkSubscription() {
        guard listens else { return }
        if isNotifying {
            wasNotifying = true
        } else if wasNotifying {
            renew()
        }
    }

    private var isNotifying: Bool {
        service.flatMap { daemon.tree[$0.notificationSource, BlueZ.characteristic] }?
            .isTrue("Notifying") == true
    }

    private func renew() {
        if let since = subscribedSince, EventLoop.now - since >= patience.lasting {
            renewalPause.reset()
        }
        lose()
        renewal = EventLoop.shared.after(renewalPause.take()) { [weak self] in
            guard let self else { return }
            renewal = nil
            take(known, isResolved: true)
        }
    }

    /// Without this, bluetoothd would subscribe by itself when the phone comes back, which announces
    /// everything then, before anybody listens; and a new session would hear of nothing old.
    private func releaseSubscriptions() {
        texts.release()
        subscribedSince = nil
        guard let service, hasStarted else { return }
        hasStarted = false
        Self.stopNotify(service.notificationSource, daemon)
    }

    /// Only what we have started may be stopped: bluetoothd 5.66 takes the values away from a program
    /// that has acquired them, whoever asks.
    private static func stopNotify(_ path: ObjectPath, _ daemon: BlueZDaemon) {
        if daemon.isThere { daemon.call(path, BlueZ.characteristic, "StopNotify") }
    }
}
