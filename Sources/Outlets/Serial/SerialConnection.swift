internal import Linux

/// A port that comes and goes: opened by its path each time, away from the loop, and tried again
/// while it is gone.
@LoopActor
final class SerialConnection {
    /// What happens.
    enum News {
        case opened
        case received([UInt8])
        case room
        /// It is gone, or could not be opened.
        case failed(SerialProblem)
    }

    /// How soon a port that is gone is tried again; the longer one where it does not stay.
    static let pauses: ClosedRange<Duration> = .seconds(1)...(.seconds(2))
    /// How long a port has to stay to be tried again soon.
    static let steadiness: Duration = .seconds(10)
    /// How soon one that does not take its settings is, unless another device is in its place by then:
    /// trying moves its modem lines, which many devices take for a reset.
    static let longPause: Duration = .seconds(60)
    /// How soon one that is not there is, should no folder tell of its coming.
    static let absencePause: Duration = .seconds(30)

    private let settings: SerialSettings
    private let pace: Pace
    private let work = WorkQueue()
    private var next: TimerID?
    private var arrival: ArrivalWatch?
    private var openedAt: Duration?
    private var isOpening = false
    private var ended: (@LoopActor () -> Void)?
    private var isOver = false

    /// The port while it is there.
    private(set) var port: SerialPort?

    /// Called on what happens.
    var hear: @LoopActor (News) -> Void = { _ in }

    init(_ settings: SerialSettings, pace: Pace) {
        self.settings = settings
        self.pace = pace
    }

    isolated deinit {
        if let next { pace.cancel(next) }
        if let port { Self.close(port.stop(), work) {} }
    }

    /// Opens the port, as often as it takes.
    func open() {
        if let next { pace.cancel(next) }
        next = nil
        arrival = nil
        guard !isOpening, port == nil else { return }
        isOpening = true
        let (settings, work) = (settings, work)
        work.run {
            do throws(SerialProblem) {
                return Result<SerialLine, SerialProblem>.success(try SerialLine(settings))
            } catch {
                return .failure(error)
            }
        } then: { [weak self] result in
            guard let self else {
                if case .success(let line) = result { Self.close(line, work) {} }
                return
            }
            take(result)
        }
    }

    private func take(_ result: Result<SerialLine, SerialProblem>) {
        isOpening = false
        switch result {
        case .success(let line) where isOver: Self.close(line, work) { [ended] in ended?() }
        case .failure where isOver: ended?()
        case .success(let line): take(line)
        case .failure(let problem): fail(problem)
        }
    }

    private func take(_ line: SerialLine) {
        do throws(SerialProblem) {
            port = try SerialPort(line) { [weak self] in self?.take($0) }
            openedAt = pace.now
            hear(.opened)
        } catch {
            Self.close(line, work) {}
            fail(error)
        }
    }

    private func take(_ news: SerialPort.News) {
        switch news {
        case .received(let bytes): hear(.received(bytes))
        case .room: hear(.room)
        case .gone(let problem): fail(problem)
        }
    }

    /// Lets go of the port, which has failed, and tries it again later.
    func fail(_ problem: SerialProblem) {
        guard !isOver else { return }
        if let port { Self.close(port.stop(), work) {} }
        port = nil
        switch problem {
        case .hungUp where isNumberedPseudoTerminal: break
        case .noDevice: waitForArrival()
        case let problem where problem.isAboutSettings:
            waitForAnother(until: pace.now + Self.longPause)
        default:
            let wasSteady = openedAt.map { pace.now - $0 >= Self.steadiness } ?? true
            retry(after: wasSteady ? Self.pauses.lowerBound : Self.pauses.upperBound)
        }
        openedAt = nil
        hear(.failed(problem))
    }

    /// Whether the path is the number of a pseudo-terminal, which is somebody else's after this one's
    /// end.
    private var isNumberedPseudoTerminal: Bool {
        settings.device.hasPrefix("/dev/pts/")
    }

    private func retry(after pause: Duration) {
        next = pace.after(pause) { [weak self] in self?.open() }
    }

    private func waitForArrival() {
        do throws(Errno) {
            arrival = try ArrivalWatch(settings.device) { [weak self] in self?.open() }
            retry(after: Self.absencePause)
        } catch {
            // Its name is there and nothing behind it, or the kernel cannot tell of more names.
            retry(after: Self.pauses.lowerBound)
        }
    }

    private func waitForAnother(until end: Duration) {
        let refused = FilePlace(settings.device)
        func look() {
            next = pace.after(Self.pauses.lowerBound) { [weak self] in
                guard let self else { return }
                if pace.now >= end || FilePlace(settings.device) != refused { return open() }
                look()
            }
        }
        look()
    }

    /// Tries and tells nothing more, and calls `done` once the port is closed.
    func end(_ done: @escaping @LoopActor () -> Void) {
        isOver = true
        if let next { pace.cancel(next) }
        next = nil
        arrival = nil
        if isOpening {
            ended = done
            return
        }
        guard let port else { return done() }
        self.port = nil
        Self.close(port.stop(), work, done)
    }

    private static func close(
        _ line: SerialLine, _ work: WorkQueue, _ done: @escaping @LoopActor () -> Void
    ) {
        work.run {
            line.close()
        } then: {
            done()
        }
    }
}
