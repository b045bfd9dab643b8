import DBus
import Linux
import Radio

/// The values of Data Source, which carry texts: for us alone where bluetoothd can do that, else
/// over the bus.
@LoopActor
final class TextSource: ValueStreamOwner {
    /// What became of the subscription.
    enum Event {
        case subscribed
        case refused(AttributeError)
        case value([UInt8])
        /// bluetoothd sends no more, though the link is still there.
        case ended
    }

    private let daemon: BlueZDaemon
    private let mode: DataSourceMode
    private let patience: LinkPatience
    private weak let service: ServiceLink?
    private let characteristic: CharacteristicID
    private var stream: ValueStream?
    /// The characteristic that bluetoothd sends over the bus because we asked it to.
    private var onBus: ObjectPath?
    private var pauses: BusyPauses
    /// What it does for the subscription of the moment.
    private let work = Work()
    /// How many descriptors bluetoothd has been asked for and has not handed out yet.
    private var openAcquisitions = 0
    private let settled = Mailbox<Void>()

    /// - Parameter service: hears of the values of this characteristic.
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

    /// Whether values that come over the bus are meant for us.
    var isOnBus: Bool { onBus != nil }

    func subscribe(at path: ObjectPath) {
        release()
        // It lives on until the answer has come; see `settle`.
        work.begin { [self] in
            if mode == .notify { await startNotify(path) } else { await acquire(path) }
        }
    }

    /// Takes no more values; nothing is told any more.
    func release() {
        work.cancel()
        pauses = BusyPauses(within: patience.busy)
        stream?.close()
        stream = nil
        if let onBus { stopNotify(onBus) }
        onBus = nil
    }

    /// Waits until bluetoothd has handed out every descriptor that it was asked for: to a client that leaves earlier, bluetoothd 5.66
    /// hands out none any more, nor to the next.
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
                // A phone that does not answer is gone by now. This one has refused, and bluetoothd
                // 5.66 tells nobody.
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
            // Perhaps bluetoothd does not know how.
            if mode == .auto { await startNotify(path) } else { tell(.refused(error)) }
        }
    }

    /// What stands in the way is on this host; the session tries again, ever less often.
    func took(_ value: [UInt8]) { tell(.value(value)) }

    func ended() { tell(.ended) }

    private func tell(_ event: Event) { service?.take(event, of: characteristic) }

    private func advise(_ advice: LinkAdvice?) { service?.advise(advice) }

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

    /// Only what we have started may be stopped: bluetoothd 5.66 takes the values away from a program
    /// that has acquired them, whoever asks.
    private func stopNotify(_ path: ObjectPath) {
        if daemon.isThere { daemon.tell(path, BlueZ.characteristic, "StopNotify") }
    }

    /// Lets a moment pass before something is done again that bluetoothd was busy with.
    ///
    /// bluetoothd lets go of a characteristic a moment after we have.
    ///
    /// - Returns: false if that has gone on for too long, or if it is another refusal.
    private func isPaused(after refusal: Refusal?) async -> Bool {
        guard refusal == .busy || refusal == .taken, let pause = pauses.take() else { return false }
        await EventLoop.pause(pause)
        return true
    }
}
