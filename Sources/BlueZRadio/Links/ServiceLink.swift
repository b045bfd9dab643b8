import DBus
import Linux
import Radio

/// A service of one connected phone, as bluetoothd shows it.
@LoopActor
final class ServiceLink {
    /// How long after all services are known this one may still come.
    private static let lackPause: Duration = .seconds(1)

    let need: ServiceNeed
    private let daemon: BlueZDaemon
    private let patience: LinkPatience
    private let tell: @LoopActor (LinkEvent) -> Void
    private let advise: @LoopActor (LinkAdvice?) -> Void
    /// The sources of values that nobody else should see.
    private var texts: [CharacteristicID: TextSource] = [:]
    /// What bluetoothd knows of the service.
    private var known: FoundService?
    /// What the owner uses of that.
    private var service: FoundService?
    /// Runs before a subscription that broke off is made again.
    private let renewal = Alarm()
    /// Grows while subscriptions break off soon.
    private var renewalPause: GrowingPause
    /// Since when something is subscribed.
    private var subscribedSince: Duration?
    /// What bluetoothd sends because we asked it to.
    private var started: Set<CharacteristicID> = []
    /// What the owner listens to.
    private var heard: Set<CharacteristicID> = []
    /// That of which bluetoothd has said since that it is subscribed; its answer comes before that.
    private var notifying: Set<CharacteristicID> = []
    private var early: [CharacteristicID: EarlyValues] = [:]
    /// Runs once, before it is told that the phone does not offer the service.
    private let lack = Alarm()
    private var hasLacked = false
    /// Counts what the service is used for, so that answers that were overtaken are recognised.
    private var generation = 0

    /// - Parameters:
    ///   - advise: takes what a person should know, nil where all is well.
    ///   - tell: takes what the link reports.
    init(
        _ need: ServiceNeed, of daemon: BlueZDaemon, mode: DataSourceMode, patience: LinkPatience,
        advise: @escaping @LoopActor (LinkAdvice?) -> Void,
        tell: @escaping @LoopActor (LinkEvent) -> Void
    ) {
        self.need = need
        self.daemon = daemon
        self.patience = patience
        self.advise = advise
        self.tell = tell
        renewalPause = GrowingPause(patience.renewal)
        for characteristic in need.confidential {
            texts[characteristic] = TextSource(
                daemon, mode: mode, patience: patience, advise: advise
            ) { [weak self] event in
                self?.take(event, of: characteristic)
            }
        }
    }

    /// Whether the phone offers it.
    var isThere: Bool { service != nil }

    /// Whether the phone offers it now.
    func offers(_ characteristic: CharacteristicID) -> Bool { service?[characteristic] != nil }

    /// Asks something of the phone; a session gives up only a little later.
    func ask(_ call: LinkCall) {
        switch call {
        case .subscribe(let id): subscribe(to: id)
        case .unsubscribe(let id): unsubscribe(from: id)
        case .write(let value, let id): write(value, to: id, BusyPauses(within: patience.answer))
        case .read(let id): read(id, BusyPauses(within: patience.answer))
        }
    }

    private func subscribe(to characteristic: CharacteristicID) {
        guard let path = service?[characteristic] else { return }
        if let text = texts[characteristic] { return text.subscribe(at: path) }
        startNotify(characteristic, path, BusyPauses(within: patience.busy))
    }

    private func unsubscribe(from characteristic: CharacteristicID) {
        guard let path = service?[characteristic] else { return }
        heard.remove(characteristic)
        started.remove(characteristic)
        let ours = generation
        daemon.call(path, BlueZ.characteristic, "StopNotify") { [weak self] _ in
            guard let self, generation == ours else { return }
            tell(.unsubscribed(characteristic))
        }
    }

    private func write(
        _ value: [UInt8], to characteristic: CharacteristicID, _ pauses: BusyPauses
    ) {
        guard let path = service?[characteristic] else { return }
        let ours = generation
        let options: [String: BusValue] = ["type": .string("request")]
        daemon.call(
            path, BlueZ.characteristic, "WriteValue", [.bytes(value), .dictionary(options)],
            within: patience.answer
        ) { [weak self] result in
            guard let self, generation == ours else { return }
            switch result.error.map(Refusal.init) {
            case nil: tell(.written(characteristic, nil))
            case .phone(let error): tell(.written(characteristic, error))
            case .taken: tell(.written(characteristic, .unlikelyError))
            case .busy:
                let isPaused = pause(pauses) { $0.write(value, to: characteristic, $1) }
                if !isPaused { tell(.written(characteristic, .unlikelyError)) }
            case .gone: break
            }
        }
    }

    private func read(_ characteristic: CharacteristicID, _ pauses: BusyPauses) {
        guard let path = service?[characteristic] else { return }
        let ours = generation
        daemon.call(
            path, BlueZ.characteristic, "ReadValue", [.dictionary([:])], within: patience.answer
        ) { [weak self] result in
            guard let self, generation == ours else { return }
            switch result {
            case .success(let values):
                let bytes = values.first?.asBytes
                tell(.read(characteristic, bytes.map { .success($0) } ?? .failure(.unlikelyError)))
            case .failure(let error):
                switch Refusal(error) {
                case .phone(let error): tell(.read(characteristic, .failure(error)))
                case .taken: tell(.read(characteristic, .failure(.unlikelyError)))
                case .busy:
                    let isPaused = pause(pauses) { $0.read(characteristic, $1) }
                    if !isPaused { tell(.read(characteristic, .failure(.unlikelyError))) }
                case .gone: break
                }
            }
        }
    }

    /// Lets go of everything.
    func end() {
        releaseSubscriptions()
        generation += 1
        renewal.cancel()
        lack.cancel()
        hasLacked = false
        known = nil
        service = nil
        early = [:]
    }

    /// Takes note of what bluetoothd knows of the service now.
    ///
    /// - Parameter isResolved: whether bluetoothd knows all services of the phone.
    func take(_ found: FoundService?, isResolved: Bool) {
        // Where they are unknown again the link is about to end, and says so itself.
        guard isResolved || service == nil else { return }
        known = found
        guard !renewal.isSet else { return }
        guard found != service else {
            if isResolved, found == nil { lackService() }
            return checkSubscription()
        }
        if service != nil { lose() }
        service = found
        guard found != nil else { return }
        lack.cancel()
        tell(.appeared(need.service))
    }

    /// Tells, unless the service comes within a moment, that the phone does not offer it.
    private func lackService() {
        guard !hasLacked else { return }
        hasLacked = true
        lack.set(after: Self.lackPause) { [weak self] in
            if let self, service == nil, !renewal.isSet { tell(.vanished(need.service)) }
        }
    }

    /// Takes a value that came over the bus.
    func take(_ value: [UInt8], of path: ObjectPath) {
        guard let characteristic = (service ?? known)?.characteristic(at: path) else { return }
        if let text = texts[characteristic] {
            if text.isOnBus { tell(.value(characteristic, value)) }
        } else if heard.contains(characteristic) {
            tell(.value(characteristic, value))
        } else {
            // Where another program is subscribed as well, values come also while we are not.
            early[characteristic, default: EarlyValues()].keep(value)
        }
    }

    private func take(_ event: TextSource.Event, of characteristic: CharacteristicID) {
        switch event {
        case .subscribed:
            subscribedSince = subscribedSince ?? EventLoop.now
            tell(.subscribed(characteristic))
        case .refused(let error): tell(.refused(characteristic, error))
        case .value(let value): tell(.value(characteristic, value))
        case .ended: renew()
        }
    }

    /// Calls a closure as soon as bluetoothd has handed out every descriptor that it was asked for.
    func settle(_ done: @escaping @LoopActor () -> Void) {
        var rest = texts.count
        for text in texts.values {
            text.settle {
                rest -= 1
                if rest == 0 { done() }
            }
        }
        if texts.isEmpty { done() }
    }

    private func lose() {
        generation += 1
        releaseSubscriptions()
        heard = []
        early = [:]
        service = nil
        tell(.vanished(need.service))
    }

    // MARK: Subscriptions

    private func startNotify(
        _ characteristic: CharacteristicID, _ path: ObjectPath, _ pauses: BusyPauses
    ) {
        let ours = generation
        daemon.call(
            path, BlueZ.characteristic, "StartNotify", within: patience.answer
        ) { [weak self, daemon] result in
            guard let self, generation == ours else {
                // It was overtaken by the end of what it was for.
                if result.error == nil { Self.stopNotify(path, daemon) }
                return
            }
            let refusal = result.error.map(Refusal.init)
            switch refusal {
            case nil:
                started.insert(characteristic)
                subscribedSince = subscribedSince ?? EventLoop.now
                tell(.subscribed(characteristic))
                listen(to: characteristic)
            case .busy, .taken:
                let isPaused = pause(pauses) { $0.startNotify(characteristic, path, $1) }
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
        _ again: @escaping @LoopActor (ServiceLink, BusyPauses) -> Void
    ) -> Bool {
        var pauses = pauses
        guard let pause = pauses.take() else { return false }
        let (ours, left) = (generation, pauses)
        EventLoop.shared.after(pause) { [weak self] in
            if let self, generation == ours { again(self, left) }
        }
        return true
    }

    private func listen(to characteristic: CharacteristicID) {
        heard.insert(characteristic)
        // It is so already where somebody else is subscribed.
        if isNotifying(characteristic) { notifying.insert(characteristic) }
        for value in early[characteristic]?.take() ?? [] { tell(.value(characteristic, value)) }
    }

    /// A subscription that bluetoothd no longer has is made again, in a new session.
    private func checkSubscription() {
        for characteristic in heard {
            if isNotifying(characteristic) {
                notifying.insert(characteristic)
            } else if notifying.contains(characteristic) {
                return renew()
            }
        }
    }

    private func isNotifying(_ characteristic: CharacteristicID) -> Bool {
        service?[characteristic].flatMap { daemon.tree[$0, BlueZ.characteristic] }?
            .isTrue("Notifying") == true
    }

    private func renew() {
        if let since = subscribedSince, EventLoop.now - since >= patience.lasting {
            renewalPause.reset()
        }
        lose()
        renewal.set(after: renewalPause.take()) { [weak self] in
            guard let self else { return }
            take(known, isResolved: true)
        }
    }

    /// Without this, bluetoothd would subscribe by itself when the phone comes back, which announces
    /// everything then, before anybody listens; and a new session would hear of nothing old.
    private func releaseSubscriptions() {
        for text in texts.values { text.release() }
        subscribedSince = nil
        notifying = []
        let started = started
        self.started = []
        for characteristic in started {
            if let path = service?[characteristic] { Self.stopNotify(path, daemon) }
        }
    }

    /// Only what we have started may be stopped: bluetoothd 5.66 takes the values away from a program
    /// that has acquired them, whoever asks.
    private static func stopNotify(_ path: ObjectPath, _ daemon: BlueZDaemon) {
        if daemon.isThere { daemon.call(path, BlueZ.characteristic, "StopNotify") }
    }
}
