internal import Linux
internal import Outlets

/// Life cycle of a port: opening, start of its device, loss and recovery, which are reported, and
/// closing within a time limit.
@LoopActor
final class SerialLife {
    /// Event of the life cycle.
    enum News {
        /// The device receives from now on.
        case began
        case received([UInt8])
        case room
        /// The port is gone, or could not be opened.
        case gone
        /// Time remains only for the last message.
        case isLate
        /// No time remains.
        case isOver
    }

    /// Default start-up time of USB boards: many restart when their port is opened.
    static let usualSettle: Duration = .seconds(2)

    private let name: String
    private let settle: Duration?
    private let tell: @LoopActor (String) -> Void
    private let connection: SerialConnection
    private let settling: Alarm
    private let steadiness: Alarm
    private let limit: Alarm
    /// The last reported problem; nil once the port has been back for some time.
    private var toldProblem: SerialProblem?
    private var listens = false
    private var finished: (@LoopActor () -> Void)?
    /// Time limit for closing the port.
    ///
    /// Some drivers wait half a minute for output that does not drain. A process that exits before
    /// its thread has finished waits, too.
    private var patience: Duration?

    /// Reason why the port is unavailable; nil if it is available or was not opened yet.
    private(set) var failure: String?
    /// Number of recoveries.
    var restarts = 0
    /// Whether only queued data and the last message are still sent.
    private(set) var isFinishing = false
    /// Called for each event.
    var hear: @LoopActor (News) -> Void = { _ in }

    /// - Parameter settle: the start-up time of the device after its port was opened; nil for the
    ///   default.
    init(
        _ name: String, _ settings: SerialSettings, settle: Duration?, pace: Pace,
        tell: @escaping @LoopActor (String) -> Void
    ) {
        self.name = name
        self.settle = settle
        self.tell = tell
        settling = Alarm(on: pace)
        steadiness = Alarm(on: pace)
        limit = Alarm(on: pace)
        connection = SerialConnection(settings, pace: pace)
        connection.hear = { [weak self] in self?.take($0) }
    }

    /// The port; nil while it is absent or its device is starting.
    var port: SerialPort? { listens ? connection.port : nil }

    /// Opens the port, retrying as often as necessary.
    func open() {
        if !isFinishing { connection.open() }
    }

    /// Closes the failed port and schedules the next attempt.
    func fail(_ problem: SerialProblem) { connection.fail(problem) }

    private func take(_ news: SerialConnection.News) {
        switch news {
        case .opened:
            let usual = connection.port?.isOnUSB == true ? Self.usualSettle : .zero
            let settle = settle ?? usual
            guard settle > .zero else { return begin() }
            settling.set(after: settle, for: self) { $0.begin() }
        case .failed(let problem): lose(problem)
        case .room: hear(.room)
        // A starting device may send anything.
        case .received(let bytes): if listens { hear(.received(bytes)) }
        }
    }

    private func begin() {
        guard connection.port != nil, !isFinishing else { return }
        listens = true
        if failure != nil {
            failure = nil
            restarts += 1
            // A flapping cable must not flood the log.
            steadiness.set(after: SerialConnection.steadiness) { [weak self] in
                guard let self else { return }
                toldProblem = nil
                tell("\(name) is there again")
            }
        }
        hear(.began)
    }

    private func lose(_ problem: SerialProblem) {
        listens = false
        settling.cancel()
        steadiness.cancel()
        failure = "\(problem)"
        if toldProblem?.isLike(problem) != true {
            tell("\(name) cannot be used, and is tried again: \(problem)")
        }
        toldProblem = problem
        hear(.gone)
    }

    /// Begins the end, which `end` completes.
    ///
    /// `isLate` follows after three quarters of the limit, `isOver` after seven eighths. The last
    /// eighth is for closing the port.
    func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        isFinishing = true
        finished = done
        guard let limit else { return }
        self.limit.set(after: limit * 3 / 4) { [weak self] in
            self?.limit.set(after: limit / 8) {
                self?.patience = limit / 8
                self?.hear(.isOver)
            }
            self?.hear(.isLate)
        }
    }

    /// Closes the port for good.
    ///
    /// - Parameter unsaid: the number of bytes that were not written to the port.
    func end(unsaid: Int) {
        guard let done = finished else { return }
        finished = nil
        for alarm in [limit, settling, steadiness] { alarm.cancel() }
        let rest = unsaid + (connection.port?.unsent ?? 0)
        if rest > 0 { tell("\(name) could not take the last \(rest) bytes") }
        let farewell = Farewell(within: patience, done)
        farewell.wait { connection.end($0) }
        farewell.begin()
    }
}
