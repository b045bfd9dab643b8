import ANCS
import DBus
import Linux
import Radio

/// One connected phone, as bluetoothd shows it.
@LoopActor
final class BlueZPhoneLink: PhoneLink {
    /// A phone must confirm what is written to it, subscriptions too, within 30 s, or bluetoothd lets
    /// go of it; this is a little more.
    private static let writeLimit: Duration = .seconds(35)
    /// How soon a bluetoothd that is busy with something else is asked again.
    private static let busyPause: Duration = .milliseconds(50)
    /// Notification Source values that are kept until the session listens; past that the oldest is
    /// dropped.
    private static let keptValues = 4096
    /// How soon a subscription that broke off without the link is made again.
    private static let renewalPause: Duration = .milliseconds(500)
    /// How long after all services are known the notification service may still come.
    private static let lackPause: Duration = .seconds(1)

    let phone: PhoneIdentity
    let device: ObjectPath
    private let daemon: BlueZDaemon
    private let mode: DataSourceMode
    private var handler: (@LoopActor (LinkEvent) -> Void)?
    /// What bluetoothd knows of the phone's services.
    private var known: PhoneService?
    /// What the session uses of that.
    private var service: PhoneService?
    /// Runs before a subscription that broke off is made again.
    private var renewal: TimerID?
    private var stream: ValueStream?
    /// Whether the session listens to Notification Source.
    private var listens = false
    /// Runs once, before it is told that the phone does not offer the service.
    private var lack: TimerID?
    /// Whether bluetoothd has said since that it is subscribed; its answer comes before that.
    private var wasNotifying = false
    /// Values that came before the session listened: after a reconnection bluetoothd subscribes by
    /// itself, and the phone announces everything at once.
    private var early: [[UInt8]] = []
    /// Counts what the link is used for, so that answers that were overtaken are recognised.
    private var generation = 0
    private var hasEnded = false
    /// How many descriptors bluetoothd has been asked for and has not handed out yet.
    private var openAcquisitions = 0
    private var settled: (@LoopActor () -> Void)?
    /// Says that the phone's texts pass over the bus for every local user to read.
    private let warn: @LoopActor () -> Void

    init(
        _ phone: PhoneIdentity, at device: ObjectPath, of daemon: BlueZDaemon,
        mode: DataSourceMode, warn: @escaping @LoopActor () -> Void
    ) {
        self.phone = phone
        self.device = device
        self.daemon = daemon
        self.mode = mode
        self.warn = warn
    }

    func open(_ handler: @escaping @LoopActor (LinkEvent) -> Void) {
        self.handler = handler
        if service != nil { handler(.available) }
    }

    func subscribe(to characteristic: Characteristic) {
        guard let service else { return }
        switch characteristic {
        case .dataSource where mode != .notify: acquire(service)
        default: startNotify(characteristic, service)
        }
    }

    func unsubscribe(from characteristic: Characteristic) {
        guard let service else { return }
        listens = false
        let ours = generation
        daemon.call(service[characteristic], BlueZ.characteristic, "StopNotify") { [weak self] _ in
            guard let self, generation == ours else { return }
            tell(.unsubscribed(characteristic))
        }
    }

    func write(_ request: [UInt8]) {
        guard let service else { return }
        let ours = generation
        let options: [String: BusValue] = ["type": .string("request")]
        daemon.call(
            service.controlPoint, BlueZ.characteristic, "WriteValue",
            [.bytes(request), .dictionary(options)], within: Self.writeLimit
        ) { [weak self] result in
            guard let self, generation == ours else { return }
            switch result.error.map(Refusal.init) {
            case nil: tell(.written(nil))
            case .phone(let error): tell(.written(error))
            case .busy:
                EventLoop.shared.after(Self.busyPause) { [weak self] in
                    if let self, generation == ours { write(request) }
                }
            case .gone: break
            }
        }
    }

    func close(because reason: LetGo) {
        guard !hasEnded else { return }
        releaseSubscriptions()
        end()
        // The phone makes a new link by itself; that is what helps against its silence.
        if reason == .unresponsive { daemon.call(device, BlueZ.device, "Disconnect") }
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
        switch service?.characteristic(at: path) {
        case .notificationSource where listens: tell(.value(.notificationSource, value))
        case .notificationSource:
            early.append(value)
            if early.count > Self.keptValues { early.removeFirst() }
        case .dataSource where stream == nil: tell(.value(.dataSource, value))
        default: break
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
        if openAcquisitions == 0 { done() } else { settled = done }
    }

    private func end() {
        hasEnded = true
        generation += 1
        if let renewal { EventLoop.shared.cancel(renewal) }
        if let lack { EventLoop.shared.cancel(lack) }
        (renewal, lack) = (nil, nil)
        known = nil
        service = nil
        early = []
        handler = nil
    }

    private func lose() {
        generation += 1
        releaseSubscriptions()
        listens = false
        early = []
        service = nil
        tell(.unavailable)
    }

    private func tell(_ event: LinkEvent) {
        if !hasEnded { handler?(event) }
    }

    // MARK: Data Source, for us alone

    private func acquire(_ service: PhoneService) {
        let ours = generation
        openAcquisitions += 1
        // The link lives on until the answer has come; see `settle`.
        daemon.call(
            service.dataSource, BlueZ.characteristic, "AcquireNotify", [.dictionary([:])],
            within: Self.writeLimit
        ) { [self] result in
            openAcquisitions -= 1
            if openAcquisitions == 0 {
                settled?()
                settled = nil
            }
            guard generation == ours else { return }
            switch result {
            case .success(let values):
                guard let socket = values.first?.asDescriptor?.take(), listen(to: socket) else {
                    return tell(.refused(.dataSource, .unlikelyError))
                }
                tell(.subscribed(.dataSource))
            case .failure(let error): acquireRefused(service, error)
            }
        }
    }

    private func acquireRefused(_ service: PhoneService, _ error: BusError) {
        switch Refusal(error) {
        case .gone: break
        case .busy: retry(.dataSource)
        case .phone(.insufficientAuthentication), .phone(.insufficientAuthorization):
            tell(.refused(.dataSource, .insufficientAuthentication))
        case .phone(let refusal):
            // Somebody else holds it, or bluetoothd does not know how.
            guard mode == .auto else { return tell(.refused(.dataSource, refusal)) }
            warn()
            startNotify(.dataSource, service)
        }
    }

    private func listen(to socket: consuming FileDescriptor) -> Bool {
        let ours = generation
        do throws(Errno) {
            stream = try ValueStream(socket) { [weak self] value in
                if let self, generation == ours { tell(.value(.dataSource, value)) }
            } ended: { [weak self] in
                if let self, generation == ours { renew() }
            }
        } catch {
            return false
        }
        return true
    }

    // MARK: Values over the bus

    private func startNotify(_ characteristic: Characteristic, _ service: PhoneService) {
        if characteristic == .dataSource, mode == .notify { warn() }
        let ours = generation
        daemon.call(
            service[characteristic], BlueZ.characteristic, "StartNotify", within: Self.writeLimit
        ) { [weak self] result in
            guard let self, generation == ours else { return }
            switch result.error.map(Refusal.init) {
            case nil:
                tell(.subscribed(characteristic))
                if characteristic == .notificationSource { listen() }
            case .busy: retry(characteristic)
            case .phone(let error): tell(.refused(characteristic, error))
            case .gone: break
            }
        }
    }

    private func retry(_ characteristic: Characteristic) {
        let ours = generation
        EventLoop.shared.after(Self.busyPause) { [weak self] in
            if let self, generation == ours { subscribe(to: characteristic) }
        }
    }

    private func listen() {
        listens = true
        // It is so already where somebody else is subscribed.
        wasNotifying = isNotifying
        let values = early
        early = []
        for value in values { tell(.value(.notificationSource, value)) }
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
        lose()
        renewal = EventLoop.shared.after(Self.renewalPause) { [weak self] in
            guard let self else { return }
            renewal = nil
            take(known, isResolved: true)
        }
    }

    /// Without this, bluetoothd would subscribe by itself when the phone comes back, which announces
    /// everything then, before anybody listens; and a new session would hear of nothing old.
    private func releaseSubscriptions() {
        stream?.close()
        stream = nil
        guard let service else { return }
        if daemon.isThere {
            daemon.call(service.notificationSource, BlueZ.characteristic, "StopNotify")
        }
    }
}
