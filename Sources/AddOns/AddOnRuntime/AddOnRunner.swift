package import Commands
package import Contract
package import Control
package import Linux

/// The work of a program beside the bridge, which hears of the bridge and of signals.
@LoopActor
package protocol AddOnWork: AnyObject {
    /// Takes what comes from the bridge.
    func take(_ news: BridgeNews)
    /// Reads the configuration again.
    func reload()
    /// Ends the program with a status.
    func end(_ status: ExitStatus)
}

/// What every program beside the bridge has around its work: it follows the bridge, tells it and the service manager how it is,
/// and heeds signals.
@LoopActor
package final class AddOnRunner {
    /// How long changes of the report are gathered.
    private nonisolated static let gathering: Duration = .milliseconds(500)

    private let name: String
    private let path: String
    private let manager: ServiceManager?
    private weak var work: (any AddOnWork)?
    private var follower: BridgeFollower?
    private var signals: SignalWatcher?
    private let watchdog = Alarm()
    private let telling = Alarm()
    private var report: AddOnReport
    private var told: AddOnReport?
    private var isFollowing = false
    private var log = AddOnLog()
    /// The time limit for writing to standard error: a reader that is stuck must not hold up the work.
    private nonisolated static let logPatience: Duration = .milliseconds(100)

    /// - Parameters:
    ///   - name: what the bridge calls it; its unit is called `callboard-NAME`.
    ///   - path: where the bridge listens.
    ///   - work: hears what comes, the first of it later than `begin` returns.
    package init(
        name: String, path: String, _ report: AddOnReport, for work: any AddOnWork
    ) {
        self.name = name
        self.path = path
        self.report = report
        self.work = work
        manager = ServiceManager.take()
    }

    /// Begins to follow, and heeds signals from now on.
    package func begin() {
        heedSignals()
        follower = BridgeFollower(path: path) { [weak self] in self?.take($0) }
        tellManager(.ready)
        tellManager(.status(report.words))
        feedWatchdog()
    }

    /// Heeds signals from now on, before all else begins: for those who can be found earlier.
    package func heedSignals() {
        guard signals == nil else { return }
        signals = try? SignalWatcher([.interrupt, .terminate, .hangUp]) { [weak self] signal in
            guard let self else { return }
            if signal == .hangUp {
                tellManager(.reloading)
                work?.reload()
                tellManager(.ready)
            } else {
                tellManager(.stopping)
                work?.end(.signal(signal.rawValue))
            }
        }
    }

    /// Ends all of it.
    package func stop() {
        follower?.stop()
        follower = nil
        signals?.stop()
        watchdog.cancel()
        telling.cancel()
    }

    /// Asks the bridge for something and waits for the answer.
    package func ask<Request: ControlRequest>(
        _ request: Request, within limit: Duration? = ControlLimits.answer
    ) async throws(AskFailure) -> Answered<Request.Answer> {
        guard let follower else { throw .failed(.gone) }
        return try await follower.ask(request, within: limit)
    }

    /// Asks the bridge for something.
    package func ask<Request: ControlRequest>(
        _ request: Request, within limit: Duration? = ControlLimits.answer,
        _ answered: @escaping @LoopActor (Result<Answered<Request.Answer>, AskFailure>) -> Void
    ) {
        guard let follower else { return answered(.failure(.failed(.gone))) }
        follower.ask(request, within: limit, answered)
    }

    /// Says how it is from now on.
    package func say(_ report: AddOnReport) {
        if report.words != self.report.words {
            tellManager(.status(report.words))
        }
        for line in log.lines(of: report) { write(line) }
        self.report = report
        guard !telling.isSet, report != told else { return }
        telling.set(after: Self.gathering, for: self) { $0.tellBridge() }
    }

    /// Writes that the configuration was read again, or why it could not be used.
    package func isReloaded(problem: String?) {
        write(
            problem.map { "the configuration stays as it was: \($0)" }
                ?? "the configuration was reloaded")
    }

    private func write(_ line: String) { Messages.say(line, within: Self.logPatience) }

    private func take(_ news: BridgeNews) {
        switch news {
        case .begun:
            isFollowing = true
            told = nil
            tellBridge()
            if let line = log.bridgeIsThere() { write(line) }
        case .lost(let failure):
            isFollowing = false
            if let line = log.bridgeIsGone("\(failure)") { write(line) }
        case .caughtUp, .event, .leftOut, .status, .bridges, .centreLost: break
        }
        work?.take(news)
    }

    private func tellBridge() {
        guard isFollowing, report != told else { return }
        told = report
        follower?.ask(
            AddOnRequest(
                name: name, works: report.works, words: report.words.fitting,
                trouble: report.trouble?.fitting, waiting: report.waiting, lost: report.lost)
        ) { _ in }
    }

    private func tellManager(_ message: ServiceManager.Message) {
        // A service manager that does not listen must not stop the work.
        try? manager?.notify(message)
    }

    private func feedWatchdog() {
        guard let interval = manager?.watchdogInterval else { return }
        tellManager(.watchdog)
        watchdog.set(after: interval, for: self) { $0.feedWatchdog() }
    }
}

extension String {
    /// As much of it as a request takes.
    fileprivate var fitting: String {
        var text = self
        while text.utf8.count > ControlLimits.text { text.removeLast() }
        return text
    }
}
