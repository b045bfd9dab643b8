internal import Linux

/// Connection to a serial port that may disappear.
///
/// The port is opened by its path outside the loop, and retried while it is absent.
@LoopActor
final class SerialConnection {
    /// Event of the connection.
    enum News {
        case opened
        case received([UInt8])
        case room
        /// The port is gone, or could not be opened.
        case failed(SerialProblem)
    }

    /// Pauses before a lost port is retried; the longer one if it was lost soon after opening.
    static let pauses: ClosedRange<Duration> = .seconds(1)...(.seconds(2))
    /// Growing pauses before a port that cannot be opened is retried.
    static let refusals: ClosedRange<Duration> = .seconds(1)...(.seconds(10))
    /// Time without a failure after which the shorter pause applies.
    static let steadiness: Duration = .seconds(10)
    /// Pause before a device that rejects its settings is retried, unless another device replaces
    /// it.
    ///
    /// Each attempt moves its modem lines, which resets many devices.
    static let longPause: Duration = .seconds(60)
    /// Pause before an absent port is retried, in case no directory event reports its arrival.
    static let absencePause: Duration = .seconds(30)

    private let settings: SerialSettings
    private let pace: Pace
    private let work = WorkQueue()
    private let next: Alarm
    private var arrival: ArrivalWatch?
    private var openedAt: Duration?
    /// Identity of the path at the last attempt.
    private var openedName: FileLink?
    private var refusals = GrowingPause(SerialConnection.refusals)
    /// Whether the device has just appeared, so that udev may not have set its permissions yet.
    private var isFresh = false
    private var isOpening = false
    private var ended: (@LoopActor () -> Void)?
    private var isOver = false

    /// The port; nil while it is absent.
    private(set) var port: SerialPort?

    /// Called for each event.
    var hear: @LoopActor (News) -> Void = { _ in }

    init(_ settings: SerialSettings, pace: Pace) {
        self.settings = settings
        self.pace = pace
        next = Alarm(on: pace)
    }

    isolated deinit {
        if let port { Self.close(port.stop(), work) {} }
    }

    /// Opens the port, retrying as often as necessary.
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

    /// Closes the failed port and schedules the next attempt.
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

    /// Waits until the path leads elsewhere: after its end, the number of a pseudo-terminal may be
    /// reused by another program.
    ///
    /// A path that is itself such a number is not retried.
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
            // A dangling name exists, or the kernel cannot watch more names.
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

    /// Stops for good without a report, and calls `done` once the port is closed.
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
