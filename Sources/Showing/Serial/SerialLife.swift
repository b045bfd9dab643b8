internal import Linux
internal import Outlets

/// A port's life: it is opened, its device begins to listen, it goes and comes back, which is reported, and it
/// is closed in time.
@LoopActor
final class SerialLife {
    /// What happens.
    enum News {
        /// The device listens from now on.
        case began
        case received([UInt8])
        case room
        /// The port is gone, or could not be opened.
        case gone
        /// There is no more time but for the last words.
        case isLate
        /// There is none for those either.
        case isOver
    }

    /// How long boards at USB take: many start again when their port is opened.
    static let usualSettle: Duration = .seconds(2)

    private let name: String
    private let settle: Duration?
    private let tell: @LoopActor (String) -> Void
    private let connection: SerialConnection
    private let settling: Alarm
    private let steadiness: Alarm
    private let limit: Alarm
    /// The problem that was reported last, until the port has been back for some time.
    private var toldProblem: SerialProblem?
    private var listens = false
    private var finished: (@LoopActor () -> Void)?
    /// How long is waited for the port to be closed.
    ///
    /// Some drivers wait half a minute for what does not drain, and so does a process that ends before its
    /// thread has emptied it.
    private var patience: Duration?

    /// Why the port is not there.
    private(set) var failure: String?
    /// How often it came back.
    var restarts = 0
    /// Whether nothing is said any more but what waits and the last words.
    private(set) var isFinishing = false
    /// Called on what happens.
    var hear: @LoopActor (News) -> Void = { _ in }

    /// - Parameter settle: how long the device takes to listen after its port was opened; nil for what is usual.
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

    /// The port while it is there and its device listens.
    var port: SerialPort? { listens ? connection.port : nil }

    /// Opens the port, as often as it takes.
    func open() {
        if !isFinishing { connection.open() }
    }

    /// Lets go of the port, which has failed, and tries it again later.
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
        // A device that starts sends all sorts of things.
        case .received(let bytes): if listens { hear(.received(bytes)) }
        }
    }

    private func begin() {
        guard connection.port != nil, !isFinishing else { return }
        listens = true
        if failure != nil {
            failure = nil
            restarts += 1
            // A cable that comes and goes is not worth a line each time.
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

    /// Begins the end, of which a quarter is for the last words; `end` ends it.
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

    /// Lets go of the port for good.
    ///
    /// - Parameter unsaid: bytes that the port was not given.
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
