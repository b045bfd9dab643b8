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
    /// How soon one is that cannot be opened, less and less often.
    static let refusals: ClosedRange<Duration> = .seconds(1)...(.seconds(10))
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
    private let next: Alarm
    private var arrival: ArrivalWatch?
    private var openedAt: Duration?
    /// What the path was when it was opened last.
    private var openedName: FileLink?
    private var refusals = GrowingPause(SerialConnection.refusals)
    /// Whether the device has just appeared, and its rights may not be set yet.
    private var isFresh = false
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
        next = Alarm(on: pace)
    }

    isolated deinit {
        if let port { Self.close(port.stop(), work) {} }
    }

    /// Opens the port, as often as it takes.
    func open() {
        next.cancel()
        arrival = nil
        guard !isOpening, port == nil else { return }
        isOpening = true
        openedName = FileLink(at: settings.device)
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
            refusals.reset()
            isFresh = false
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
        let wasPseudoTerminal = port?.isPseudoTerminal == true
        if let port { Self.close(port.stop(), work) {} }
        port = nil
        if problem == .noPermission, isFresh {
            isFresh = false
            return retry(after: Self.pauses.lowerBound)
        }
        switch problem {
        case .hungUp where wasPseudoTerminal: waitForAnotherName()
        case .noDevice where Self.isNumber(FileLink.end(of: settings.device)): waitForAnotherName()
        case .noDevice: waitForArrival()
        case let problem where problem.isAboutSettings:
            waitForAnother(until: pace.now + Self.longPause)
        case _ where openedAt == nil: retry(after: refusals.take())
        default:
            let wasSteady = openedAt.map { pace.now - $0 >= Self.steadiness } ?? true
            retry(after: wasSteady ? Self.pauses.lowerBound : Self.pauses.upperBound)
        }
        openedAt = nil
        hear(.failed(problem))
    }

    private func retry(after pause: Duration) {
        next.set(after: pause, for: self) { $0.open() }
    }

    /// The number of a pseudo-terminal is somebody else's after its end, so what led there must be
    /// made anew; the number itself never leads to another one of ours.
    private func waitForAnotherName() {
        let (device, old) = (settings.device, openedName)
        guard !Self.isNumber(device) else { return }
        func look() {
            next.set(after: Self.pauses.lowerBound) { [weak self] in
                if FileLink(at: device) == old { look() } else { self?.open() }
            }
        }
        look()
    }

    /// Whether a path is the number of a pseudo-terminal.
    private static func isNumber(_ path: String) -> Bool {
        path.split(separator: "/").starts(with: ["dev", "pts"])
    }

    private func waitForArrival() {
        do throws(Errno) {
            arrival = try ArrivalWatch(settings.device) { [weak self] in
                self?.isFresh = true
                self?.open()
            }
            retry(after: Self.absencePause)
        } catch {
            // Its name is there and nothing behind it, or the kernel cannot tell of more names.
            retry(after: refusals.take())
        }
    }

    private func waitForAnother(until end: Duration) {
        let refused = FilePlace(settings.device)
        func look() {
            next.set(after: Self.pauses.lowerBound) { [weak self] in
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
        next.cancel()
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
