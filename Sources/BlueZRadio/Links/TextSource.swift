import DBus
import Linux
import Radio

/// The values of Data Source, which carry texts: for us alone where bluetoothd can do that, else
/// over the bus.
@LoopActor
final class TextSource {
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
    private let tell: @LoopActor (Event) -> Void
    private let advise: @LoopActor (LinkAdvice?) -> Void
    private var stream: ValueStream?
    /// The characteristic that bluetoothd sends over the bus because we asked it to.
    private var onBus: ObjectPath?
    private var pauses: BusyPauses
    /// Counts what it is used for, so that answers that were overtaken are recognised.
    private var generation = 0
    /// How many descriptors bluetoothd has been asked for and has not handed out yet.
    private var openAcquisitions = 0
    private var settled: (@LoopActor () -> Void)?

    /// - Parameter advise: takes what a person should know, nil where all is well.
    init(
        _ daemon: BlueZDaemon, mode: DataSourceMode, patience: LinkPatience,
        advise: @escaping @LoopActor (LinkAdvice?) -> Void,
        tell: @escaping @LoopActor (Event) -> Void
    ) {
        self.daemon = daemon
        self.mode = mode
        self.patience = patience
        self.advise = advise
        self.tell = tell
        pauses = BusyPauses(within: patience.busy)
    }

    /// Whether values that come over the bus are meant for us.
    var isOnBus: Bool { onBus != nil }

    func subscribe(at path: ObjectPath) {
        release()
        if mode == .notify { startNotify(path) } else { acquire(path) }
    }

    /// Takes no more values; nothing is told any more.
    func release() {
        generation += 1
        pauses = BusyPauses(within: patience.busy)
        stream?.close()
        stream = nil
        if let onBus { stopNotify(onBus) }
        onBus = nil
    }

    /// Calls a closure as soon as bluetoothd has handed out every descriptor that it was asked for:
    /// to a client that leaves earlier, bluetoothd 5.66 hands out none any more, nor to the next.
    func settle(_ done: @escaping @LoopActor () -> Void) {
        if openAcquisitions == 0 { done() } else { settled = done }
    }

    private func acquire(_ path: ObjectPath) {
        let ours = generation
        openAcquisitions += 1
        // This lives on until the answer has come; see `settle`.
        daemon.call(
            path, BlueZ.characteristic, "AcquireNotify", [.dictionary([:])], within: patience.answer
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
                    return tell(.refused(.unlikelyError))
                }
                advise(nil)
                tell(.subscribed)
            case .failure(.timedOut):
                // A phone that does not answer is gone by now. This one has refused, and bluetoothd
                // 5.66 tells nobody.
                giveWay(.unanswered)
            case .failure(let error): acquireRefused(path, Refusal(error))
            }
        }
    }

    private func acquireRefused(_ path: ObjectPath, _ refusal: Refusal) {
        switch refusal {
        case .gone: break
        case .busy, .taken:
            // bluetoothd lets go of what we held a moment after we have.
            if pause({ $0.acquire(path) }) { return }
            if refusal == .taken { return giveWay(.taken) }
            guard mode == .auto else { return giveWay(.shared) }
            startNotify(path, saying: .onBusForAnother)
        case .phone(.insufficientAuthentication), .phone(.insufficientAuthorization):
            tell(.refused(.insufficientAuthentication))
        case .phone(let error):
            // Perhaps bluetoothd does not know how.
            if mode == .auto { startNotify(path) } else { tell(.refused(error)) }
        }
    }

    /// What stands in the way is on this host; the session tries again, ever less often.
    private func giveWay(_ why: LinkAdvice) {
        advise(why)
        tell(.refused(.unlikelyError))
    }

    private func listen(to socket: consuming FileDescriptor) -> Bool {
        let ours = generation
        do throws(Errno) {
            stream = try ValueStream(socket) { [weak self] value in
                if let self, generation == ours { tell(.value(value)) }
            } ended: { [weak self] in
                if let self, generation == ours { tell(.ended) }
            }
        } catch {
            return false
        }
        return true
    }

    private func startNotify(_ path: ObjectPath, saying advice: LinkAdvice = .onBus) {
        let ours = generation
        daemon.call(
            path, BlueZ.characteristic, "StartNotify", within: patience.answer
        ) { [self] result in
            guard generation == ours else {
                if case .success = result { stopNotify(path) }
                return
            }
            switch result.error.map(Refusal.init) {
            case nil:
                onBus = path
                advise(advice)
                tell(.subscribed)
            case .busy:
                if !pause({ $0.startNotify(path, saying: advice) }) {
                    tell(.refused(.unlikelyError))
                }
            case .taken:
                if !pause({ $0.startNotify(path, saying: advice) }) { giveWay(.taken) }
            case .phone(let error): tell(.refused(error))
            case .gone: break
            }
        }
    }

    /// Only what we have started may be stopped: bluetoothd 5.66 takes the values away from a program
    /// that has acquired them, whoever asks.
    private func stopNotify(_ path: ObjectPath) {
        if daemon.isThere { daemon.call(path, BlueZ.characteristic, "StopNotify") }
    }

    /// Does something again after a pause; false when that went on for too long.
    private func pause(_ again: @escaping @LoopActor (TextSource) -> Void) -> Bool {
        guard let pause = pauses.take() else { return false }
        let ours = generation
        EventLoop.shared.after(pause) { [weak self] in
            if let self, generation == ours { again(self) }
        }
        return true
    }
}
