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
    private weak let link: BlueZPhoneLink?
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
    /// What is asked of the phone, for as long as the service is there.
    private let work = Work()

    /// - Parameter link: takes what there is to report.
    init(
        _ need: ServiceNeed, of daemon: BlueZDaemon, mode: DataSourceMode, patience: LinkPatience,
        for link: BlueZPhoneLink
    ) {
        self.need = need
        self.daemon = daemon
        self.patience = patience
        self.link = link
        renewalPause = GrowingPause(patience.renewal)
        for characteristic in need.confidential {
            texts[characteristic] = TextSource(
                daemon, mode: mode, patience: patience, of: characteristic, for: self)
        }
    }

    private func tell(_ event: LinkEvent) { link?.tell(event) }

    /// Takes what a person should know, nil where all is well.
    func advise(_ advice: LinkAdvice?) { link?.advise(advice) }

    /// Whether the phone offers it.
    var isThere: Bool { service != nil }

    /// Whether the phone offers it now.
    func offers(_ characteristic: CharacteristicID) -> Bool { service?[characteristic] != nil }

    /// Asks something of the phone; a session gives up only a little later.
    func ask(_ call: LinkCall) {
        guard let path = service?[call.characteristic] else { return }
        if case .subscribe(let id) = call, let text = texts[id] { return text.subscribe(at: path) }
        work.begin { [self] in
            switch call {
            case .subscribe(let id): await startNotify(id, path)
            case .unsubscribe(let id): await unsubscribe(from: id, path)
            case .write(let value, let id): await write(value, to: id, path)
            case .read(let id): await read(id, path)
            }
        }
    }

    private func unsubscribe(from characteristic: CharacteristicID, _ path: ObjectPath) async {
        heard.remove(characteristic)
        started.remove(characteristic)
        _ = try? await daemon.call(path, BlueZ.characteristic, "StopNotify")
        if !Task.isCancelled { tell(.unsubscribed(characteristic)) }
    }

    private func write(
        _ value: [UInt8], to characteristic: CharacteristicID, _ path: ObjectPath
    ) async {
        let arguments: [BusValue] = [.bytes(value), .dictionary(["type": .string("request")])]
        var pauses = BusyPauses(within: patience.answer)
        var refusal: Refusal?
        repeat {
            refusal = await daemon.refusal(
                of: "WriteValue", path, arguments, within: patience.answer)
        } while await isPaused(&pauses, after: refusal, [.busy])
        guard !Task.isCancelled else { return }
        switch refusal {
        case nil: tell(.written(characteristic, nil))
        case .phone(let error): tell(.written(characteristic, error))
        case .taken, .busy: tell(.written(characteristic, .unlikelyError))
        case .gone: break
        }
    }

    private func read(_ characteristic: CharacteristicID, _ path: ObjectPath) async {
        var pauses = BusyPauses(within: patience.answer)
        var answer: Result<[BusValue], BusError>
        repeat {
            answer = await daemon.answer(
                of: "ReadValue", path, [.dictionary([:])], within: patience.answer)
        } while await isPaused(&pauses, after: answer.error.map(Refusal.init), [.busy])
        guard !Task.isCancelled else { return }
        switch answer {
        case .success(let values):
            let bytes = values.first?.asBytes
            tell(.read(characteristic, bytes.map { .success($0) } ?? .failure(.unlikelyError)))
        case .failure(let error):
            switch Refusal(error) {
            case .phone(let error): tell(.read(characteristic, .failure(error)))
            case .taken, .busy: tell(.read(characteristic, .failure(.unlikelyError)))
            case .gone: break
            }
        }
    }

    /// Lets go of everything.
    func end() {
        releaseSubscriptions()
        work.cancel()
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
        lack.set(after: Self.lackPause, for: self) { link in
            if link.service == nil, !link.renewal.isSet { link.tell(.vanished(link.need.service)) }
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

    func take(_ event: TextSource.Event, of characteristic: CharacteristicID) {
        switch event {
        case .subscribed:
            subscribedSince = subscribedSince ?? EventLoop.now
            tell(.subscribed(characteristic))
        case .refused(let error): tell(.refused(characteristic, error))
        case .value(let value): tell(.value(characteristic, value))
        case .ended: renew()
        }
    }

    /// Waits until bluetoothd has handed out every descriptor that it was asked for.
    func settle() async {
        for text in texts.values { await text.settle() }
    }

    private func lose() {
        work.cancel()
        releaseSubscriptions()
        heard = []
        early = [:]
        service = nil
        tell(.vanished(need.service))
    }

    // MARK: Subscriptions

    private func startNotify(_ characteristic: CharacteristicID, _ path: ObjectPath) async {
        var pauses = BusyPauses(within: patience.busy)
        var refusal: Refusal?
        repeat {
            refusal = await daemon.refusal(of: "StartNotify", path, within: patience.answer)
        } while await isPaused(&pauses, after: refusal, [.busy, .taken])
        guard !Task.isCancelled else {
            // It was overtaken by the end of what it was for.
            if refusal == nil { Self.stopNotify(path, daemon) }
            return
        }
        switch refusal {
        case nil:
            started.insert(characteristic)
            subscribedSince = subscribedSince ?? EventLoop.now
            tell(.subscribed(characteristic))
            listen(to: characteristic)
        case .busy: tell(.refused(characteristic, .unlikelyError))
        case .taken:
            advise(.taken)
            tell(.refused(characteristic, .unlikelyError))
        case .phone(let error): tell(.refused(characteristic, error))
        case .gone: break
        }
    }

    /// Lets a moment pass before something is done again that was refused for one of these reasons; false when that has gone on for too
    /// long, or nobody wants it any more.
    private func isPaused(
        _ pauses: inout BusyPauses, after refusal: Refusal?, _ reasons: [Refusal]
    ) async -> Bool {
        guard let refusal, reasons.contains(refusal), !Task.isCancelled, let pause = pauses.take()
        else { return false }
        await EventLoop.pause(pause)
        return !Task.isCancelled
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
        renewal.set(after: renewalPause.take(), for: self) { $0.take($0.known, isResolved: true) }
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
        if daemon.isThere { daemon.tell(path, BlueZ.characteristic, "StopNotify") }
    }
}
