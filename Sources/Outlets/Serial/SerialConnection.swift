internal import Linux

/// A port that comes and goes: opened by its path each time, away from the loop, and tried again
/// every second while it is gone.
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

    /// How soon a port that is gone is tried again.
    static let pause: Duration = .seconds(1)
    /// How soon one that does not take its settings is: trying moves its modem lines, which many
    /// devices take for a reset.
    static let longPause: Duration = .seconds(60)

    private let settings: SerialSettings
    private let pace: Pace
    private let work = WorkQueue()
    private var next: TimerID?
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
        next = nil
        let (settings, work) = (settings, work)
        work.run {
            do throws(SerialProblem) {
                return Result<SerialLine, SerialProblem>.success(try SerialLine(settings))
            } catch {
                return .failure(error)
            }
        } then: { [weak self] result in
            guard let self, !isOver else {
                if case .success(let line) = result { Self.close(line, work) {} }
                return
            }
            do throws(SerialProblem) {
                try take(result.get())
            } catch {
                fail(error)
            }
        }
    }

    private func take(_ line: SerialLine) {
        do throws(SerialProblem) {
            port = try SerialPort(line) { [weak self] in self?.take($0) }
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
        let pause = problem.isAboutSettings ? Self.longPause : Self.pause
        next = pace.after(pause) { [weak self] in self?.open() }
        hear(.failed(problem))
    }

    /// Tries and tells nothing more, and calls `done` once the port is closed.
    func end(_ done: @escaping @LoopActor () -> Void) {
        isOver = true
        if let next { pace.cancel(next) }
        next = nil
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
