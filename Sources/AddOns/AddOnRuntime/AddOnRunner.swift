package import Commands
package import Control
package import Linux

/// The work of an add-on program, driven by bridge events and signals.
@LoopActor
package protocol AddOnWork: AnyObject {
    /// Handles an event of the bridge.
    func take(_ news: BridgeNews)
    /// Reads the configuration again.
    func reload()
    /// Ends the program with a status.
    func end(_ status: ExitStatus)
}

/// Frame of an add-on program: follows the bridge, reports the status to it and to the service manager, and handles
/// signals.
@LoopActor
package final class AddOnRunner {
    /// Delay before a changed report is sent to the bridge, so that several changes become one request.
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
    ///   - name: name in the bridge's status; the unit is called `callboard-NAME`.
    ///   - path: the bridge's socket.
    ///   - work: receives events, the first one only after `begin` has returned.
    package init(
        name: String, path: String, _ report: AddOnReport, for work: any AddOnWork
    ) {
        self.name = name
        self.path = path
        self.report = report
        self.work = work
        manager = ServiceManager.take()
    }

    /// Starts to follow the bridge and to handle signals.
    package func begin() {
        heedSignals()
        follower = BridgeFollower(path: path) { [weak self] in self?.take($0) }
        tellManager(.ready)
        tellManager(.status(report.words))
        feedWatchdog()
    }

    /// Starts to handle signals; `begin` does this, too.
    ///
    /// A program that other programs can reach before `begin` calls it first.
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

    /// Stops following, signals and timers.
    package func stop() {
        follower?.stop()
        follower = nil
        signals?.stop()
        watchdog.cancel()
        telling.cancel()
    }

    /// Sends a request to the bridge and waits for the answer.
    package func ask<Request: ControlRequest>(
        _ request: Request, within limit: Duration? = ControlLimits.answer
    ) async throws(AskFailure) -> Answered<Request.Answer> {
        guard let follower else { throw .failed(.gone) }
        return try await follower.ask(request, within: limit)
    }

    /// Sends a request to the bridge and calls back with the answer.
    package func ask<Request: ControlRequest>(
        _ request: Request, within limit: Duration? = ControlLimits.answer,
        _ answered: @escaping @LoopActor (Result<Answered<Request.Answer>, AskFailure>) -> Void
    ) {
        guard let follower else { return answered(.failure(.failed(.gone))) }
        follower.ask(request, within: limit, answered)
    }

    /// Publishes a new report to the log, the service manager and the bridge.
    package func say(_ report: AddOnReport) {
        if report.words != self.report.words {
            tellManager(.status(report.words))
        }
        for line in log.lines(of: report) { write(line) }
        self.report = report
        guard !telling.isSet, report != told else { return }
        telling.set(after: Self.gathering, for: self) { $0.tellBridge() }
    }

    /// Logs that the configuration was reloaded, or why it could not be used.
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
        case .caughtUp, .event, .leftOut, .status, .bridges, .centralLost: break
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
    /// The longest prefix that fits into a request.
    fileprivate var fitting: String {
        var text = self
        while text.utf8.count > ControlLimits.text { text.removeLast() }
        return text
    }
}
