import DBus
import Linux
import Radio

/// A service of a connected phone in bluetoothd.
@LoopActor
final class ServiceLink {
    /// Delay after all services are resolved, during which this one may still appear.
    private static let lackPause: Duration = .seconds(1)

    let need: ServiceNeed
    private let daemon: BlueZDaemon
    private let patience: LinkPatience
    weak let link: BlueZPhoneLink?
    /// Sources of confidential values.
    private(set) var texts: [CharacteristicID: TextSource] = [:]
    /// Service as known to bluetoothd.
    private var known: FoundService?
    /// Service as reported to the owner.
    private var service: FoundService?
    /// Runs before an ended subscription is repeated.
    private let renewal = Alarm()
    /// Increases while subscriptions end soon.
    private var renewalPause: GrowingPause
    /// Start of the first subscription.
    private var subscribedSince: Duration?
    /// Characteristics whose values this link has enabled in bluetoothd.
    private var started: Set<CharacteristicID> = []
    /// Characteristics to which the owner is subscribed.
    private var heard: Set<CharacteristicID> = []
    /// Characteristics in `heard` that bluetoothd has also reported as notifying, which it does
    /// after it has answered the subscription.
    private var notifying: Set<CharacteristicID> = []
    private var early: [CharacteristicID: EarlyValues] = [:]
    private var reads = OngoingReads()
    /// Runs once, before the service is reported as missing.
    private let lack = Alarm()
    private var hasLacked = false
    /// Calls to the phone, as long as the service exists.
    private let work = Work()

    /// - Parameter link: receives the events.
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

    /// Reports advice; nil clears it.
    func advise(_ advice: LinkAdvice?) { link?.advise(advice) }

    var isThere: Bool { service != nil }

    /// Returns whether the phone offers the characteristic now.
    func offers(_ characteristic: CharacteristicID) -> Bool { service?[characteristic] != nil }

    /// Sends a call to the phone; the time limit is a little shorter than that of a session.
    func ask(_ call: LinkCall) {
        guard let path = service?[call.characteristic] else { return }
        if case .subscribe(let id) = call, let text = texts[id] { return text.subscribe(at: path) }
        if wouldReveal(call) { return refuse(call) }
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
        notifying.remove(characteristic)
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
        } while await pauses.wait(after: refusal, [.busy])
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
        reads.begin(characteristic)
        repeat {
            answer = await daemon.answer(
                of: "ReadValue", path, [.dictionary([:])], within: patience.answer)
        } while await pauses.wait(after: answer.error.map(Refusal.init), [.busy])
        guard !Task.isCancelled else { return }
        let bytes = (try? answer.get())?.first?.asBytes
        for value in reads.end(characteristic, with: bytes) { deliver(value, of: characteristic) }
        switch answer {
        case .success:
            tell(.read(characteristic, bytes.map { .success($0) } ?? .failure(.unlikelyError)))
        case .failure(let error):
            switch Refusal(error) {
            case .phone(let error): tell(.read(characteristic, .failure(error)))
            case .taken, .busy: tell(.read(characteristic, .failure(.unlikelyError)))
            case .gone: break
            }
        }
    }

    /// Ends all subscriptions and calls.
    func end() {
        releaseSubscriptions()
        work.cancel()
        renewal.cancel()
        lack.cancel()
        hasLacked = false
        known = nil
        service = nil
        early = [:]
        reads = OngoingReads()
    }

    /// Handles the service as bluetoothd reports it; nil if it is missing or not resolved yet.
    ///
    /// - Parameter isResolved: whether bluetoothd knows all services of the phone.
    func take(_ found: FoundService?, isResolved: Bool) {
        // If the services are unknown again, the link is about to end, and reports that itself.
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

    /// Reports the service as missing unless it appears within a short time.
    private func lackService() {
        guard !hasLacked else { return }
        hasLacked = true
        lack.set(after: Self.lackPause, for: self) { link in
            if link.service == nil, !link.renewal.isSet { link.tell(.vanished(link.need.service)) }
        }
    }

    /// Handles a value received over the bus.
    func take(_ value: [UInt8], of path: ObjectPath) {
        guard let characteristic = (service ?? known)?.characteristic(at: path) else { return }
        if let text = texts[characteristic] {
            if text.isOnBus { tell(.value(characteristic, value)) }
        } else if !reads.keep(value, of: characteristic) {
            deliver(value, of: characteristic)
        }
    }

    private func deliver(_ value: [UInt8], of characteristic: CharacteristicID) {
        if heard.contains(characteristic) {
            tell(.value(characteristic, value))
        } else {
            // If another program is also subscribed, values arrive even without a subscription of
            // this link.
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

    /// Waits until bluetoothd has returned every requested descriptor.
    func settle() async {
        for text in texts.values { await text.settle() }
    }

    private func lose() {
        work.cancel()
        releaseSubscriptions()
        heard = []
        early = [:]
        reads = OngoingReads()
        service = nil
        tell(.vanished(need.service))
    }

    // MARK: Subscriptions

    private func startNotify(_ characteristic: CharacteristicID, _ path: ObjectPath) async {
        var pauses = BusyPauses(within: patience.busy)
        var refusal: Refusal?
        repeat {
            refusal = await daemon.refusal(of: "StartNotify", path, within: patience.answer)
        } while await pauses.wait(after: refusal, [.busy, .taken])
        guard !Task.isCancelled else {
            // The subscription was cancelled before it succeeded.
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

    private func listen(to characteristic: CharacteristicID) {
        heard.insert(characteristic)
        // The property is already set if another program is subscribed.
        if isNotifying(characteristic) { notifying.insert(characteristic) }
        for value in early[characteristic]?.take() ?? [] { tell(.value(characteristic, value)) }
    }

    /// Renews a subscription that bluetoothd no longer has, in a new session.
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

    /// Ends the subscriptions.
    ///
    /// Otherwise bluetoothd would subscribe by itself when the phone reconnects. The phone would
    /// then announce everything before a session listens, and a new session would miss older
    /// notifications.
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

    /// Stops notifications started by this link, and only those: bluetoothd 5.66 takes the values
    /// away from a program that has acquired them, whichever client calls.
    private static func stopNotify(_ path: ObjectPath, _ daemon: BlueZDaemon) {
        if daemon.isThere { daemon.tell(path, BlueZ.characteristic, "StopNotify") }
    }
}
