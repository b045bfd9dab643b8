import DBus
import Linux
import Radio

/// Source of Data Source values, which carry texts: with exclusive access if bluetoothd supports
/// it, else over the bus.
@LoopActor
final class TextSource: ValueStreamOwner {
    /// Event of the subscription.
    enum Event {
        case subscribed
        case refused(AttributeError)
        case value([UInt8])
        /// bluetoothd sends no more values, although the link still exists.
        case ended
    }

    private let daemon: BlueZDaemon
    private let mode: DataSourceMode
    private let patience: LinkPatience
    private weak let service: ServiceLink?
    private let characteristic: CharacteristicID
    private var stream: ValueStream?
    /// Characteristic whose values this source has enabled on the bus.
    private var onBus: ObjectPath?
    private var pauses: BusyPauses
    /// Work for the current subscription.
    private let work = Work()
    /// Number of requested descriptors that bluetoothd has not returned yet.
    private var openAcquisitions = 0
    private let settled = Mailbox<Void>()

    /// - Parameter service: receives the events of this characteristic.
    init(
        _ daemon: BlueZDaemon, mode: DataSourceMode, patience: LinkPatience,
        of characteristic: CharacteristicID, for service: ServiceLink
    ) {
        self.daemon = daemon
        self.mode = mode
        self.patience = patience
        self.characteristic = characteristic
        self.service = service
        pauses = BusyPauses(within: patience.busy)
    }

    /// Whether values must not be sent over the bus.
    var isPrivate: Bool { mode != .notify }

    /// Whether values received over the bus are for this source.
    var isOnBus: Bool { onBus != nil }

    func subscribe(at path: ObjectPath) {
        release()
        // The source must live until the answer has arrived; see `settle`.
        work.begin { [self] in
            if mode == .notify { await startNotify(path) } else { await acquire(path) }
        }
    }

    /// Ends the subscription; no further events are reported.
    func release() {
        work.cancel()
        pauses = BusyPauses(within: patience.busy)
        stream?.close()
        stream = nil
        if let onBus { stopNotify(onBus) }
        onBus = nil
    }

    /// Waits until bluetoothd has returned every requested descriptor.
    ///
    /// If a client leaves earlier, bluetoothd 5.66 returns no more descriptors, even to the next
    /// client.
    func settle() async {
        while openAcquisitions > 0 { _ = await settled.next() }
    }

    private func acquire(_ path: ObjectPath) async {
        while !Task.isCancelled {
            openAcquisitions += 1
            let answer = await daemon.answer(
                of: "AcquireNotify", path, [.dictionary([:])], within: patience.answer)
            openAcquisitions -= 1
            if openAcquisitions == 0 { settled.post(()) }
            guard !Task.isCancelled else { return }
            switch answer {
            case .success(let values):
                guard let socket = values.first?.asDescriptor?.take(), listen(to: socket) else {
                    return tell(.refused(.unlikelyError))
                }
                advise(nil)
                return tell(.subscribed)
            case .failure(.timedOut):
                // A phone that does not answer is disconnected by now. This one has refused, and
                // bluetoothd 5.66 does not report that.
                return giveWay(.unanswered)
            case .failure(let error):
                guard await isPaused(after: Refusal(error)) else {
                    return await acquireRefused(path, Refusal(error))
                }
            }
        }
    }

    private func acquireRefused(_ path: ObjectPath, _ refusal: Refusal) async {
        switch refusal {
        case .gone: break
        case .taken: giveWay(.taken)
        case .busy:
            guard mode == .auto else { return giveWay(.shared) }
            await startNotify(path, saying: .onBusForAnother)
        case .phone(.insufficientAuthentication), .phone(.insufficientAuthorization):
            tell(.refused(.insufficientAuthentication))
        case .phone(let error):
            // bluetoothd may not support the method.
            if mode == .auto { await startNotify(path) } else { tell(.refused(error)) }
        }
    }

    func took(_ value: [UInt8]) { tell(.value(value)) }

    func ended() { tell(.ended) }

    private func tell(_ event: Event) { service?.take(event, of: characteristic) }

    private func advise(_ advice: LinkAdvice?) { service?.advise(advice) }

    // Unlikely Error says nothing about the phone: the session retries with increasing delays.
    private func giveWay(_ why: LinkAdvice) {
        advise(why)
        tell(.refused(.unlikelyError))
    }

    private func listen(to socket: consuming FileDescriptor) -> Bool {
        do throws(Errno) {
            stream = try ValueStream(socket, for: self)
        } catch {
            return false
        }
        return true
    }

    private func startNotify(_ path: ObjectPath, saying advice: LinkAdvice = .onBus) async {
        while !Task.isCancelled {
            let refusal = await daemon.refusal(of: "StartNotify", path, within: patience.answer)
            guard !Task.isCancelled else {
                if refusal == nil { stopNotify(path) }
                return
            }
            if await isPaused(after: refusal) { continue }
            switch refusal {
            case nil:
                onBus = path
                advise(advice)
                return tell(.subscribed)
            case .busy: return tell(.refused(.unlikelyError))
            case .taken: return giveWay(.taken)
            case .phone(let error): return tell(.refused(error))
            case .gone: return
            }
        }
    }

    /// Stops notifications started by this source, and only those: bluetoothd 5.66 takes the values
    /// away from a program that has acquired them, whichever client calls.
    private func stopNotify(_ path: ObjectPath) {
        if daemon.isThere { daemon.tell(path, BlueZ.characteristic, "StopNotify") }
    }

    /// Pauses before a call is repeated that was refused because the characteristic is in use.
    ///
    /// bluetoothd may count a characteristic as in use for a moment after this program has released
    /// it.
    ///
    /// - Returns: false if the time limit is reached, or if the refusal has another reason.
    private func isPaused(after refusal: Refusal?) async -> Bool {
        guard refusal == .busy || refusal == .taken, let pause = pauses.take() else { return false }
        await EventLoop.pause(pause)
        return true
    }
}
