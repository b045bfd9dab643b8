import Bridge
import Commands
import Configuration
import Control
import JSON
import Linux
import Notices

/// Session that guides the user through the steps, with a running bridge.
@LoopActor
final class TrialSession {
    /// Stage of the session.
    enum Stage {
        /// The bridge has not reported its state yet.
        case starting
        case askingModel
        case askingSystem
        /// The user begins this step, or chooses another one.
        case prompt(TrialStep)
        case running
        /// The user compares two numbers.
        case comparing
        /// The bridge is gone; the step restarts when it returns.
        case waiting(TrialStep)
        case over
    }

    struct Ending: Sendable {
        var status: ExitStatus
        var sentence: String?
    }

    let options: TryPhoneCommand
    let host: [String]
    let terminal = TrialTerminal()
    var record: TrialRecord
    var stage = Stage.starting
    var judge: TrialJudge?
    var pairing: TrialPairing?
    let alarm = Alarm()
    var phone = TriedPhone()
    /// Apps in which messages have arrived with the words of their steps.
    var messageApps: Set<Int> = []
    private let finish: @LoopActor (Ending) -> Void
    private var follower: BridgeFollower?
    private var signals: SignalWatcher?
    private let sleepWatch = SleepWatch()
    var isCaughtUp = false
    private var isReported = false
    private var hasBegun = false
    private var isUnsaved = false

    private init(
        _ options: TryPhoneCommand, _ record: TrialRecord, host: [String],
        finish: @escaping @LoopActor (Ending) -> Void
    ) {
        self.options = options
        self.record = record
        self.host = host
        self.finish = finish
    }

    /// Runs the steps on the calling thread until the session ends.
    nonisolated static func run(
        _ options: TryPhoneCommand, _ record: TrialRecord, host: [String]
    ) -> ExitStatus {
        let ending = EventLoop.runHolding { (finish: @escaping @LoopActor (Ending) -> Void) in
            let session = TrialSession(options, record, host: host, finish: finish)
            session.start()
            return session
        }
        if let sentence = ending.sentence { Messages.say(sentence) }
        return ending.status
    }

    private func start() {
        do throws(Errno) {
            signals = try SignalWatcher([.interrupt, .terminate, .hangUp]) { [weak self] signal in
                self?.stop(.signal(signal.rawValue))
            }
        } catch {
            return end(Ending(status: .noResources, sentence: "\(error)"))
        }
        terminal.session = self
        terminal.open()
        sleepWatch.watch { [weak self] _ in self?.take(.slept) }
        follower = BridgeFollower(
            path: options.client.path, TailRequest(source: true)
        ) { [weak self] in self?.take($0) }
    }

    /// Sends a request to the bridge.
    func ask<Request: ControlRequest>(
        _ request: Request,
        _ answered: @escaping @LoopActor (Result<Answered<Request.Answer>, AskFailure>) -> Void
    ) {
        follower?.ask(request, answered) ?? answered(.failure(.failed(.gone)))
    }

    private func take(_ news: BridgeNews) {
        switch news {
        case .begun: hasBegun = true
        case .caughtUp:
            // After lost events the current state is sent again without a disconnection.
            guard !isCaughtUp else { return }
            isCaughtUp = true
            isReported = false
            catchUp()
        case .event(let event, let news):
            let meaning = phone.take(event)
            if isCaughtUp, let news { take(news, meaning) }
        case .leftOut(let count):
            terminal.say("This program was too slow for the bridge; events lost: \(count)")
        case .status, .bridges, .centralLost: break
        case .lost(let failure): lose(failure)
        }
    }

    private func lose(_ failure: ControlFailure) {
        isCaughtUp = false
        phone.forgetStates()
        guard hasBegun else {
            return end(Ending(status: failure.status, sentence: "\(failure)"))
        }
        if let step = judge?.step {
            stopRunning()
            stage = .waiting(step)
        }
        guard !isReported else { return }
        isReported = true
        terminal.say("The bridge does not answer any more (\(failure)). Waiting for it.")
    }

    /// Stores a result and continues.
    func keep(_ verdict: TrialVerdict, of step: TrialStep) {
        messageApps.formUnion(judge?.apps ?? [])
        stopRunning()
        record.keep(TrialRecord.Result(step: step.name, verdict: verdict, time: .now))
        if step.kind == .restart { record.restartBegunIn = nil }
        terminal.say(verdict.sentence, indent: 2)
        save()
        goOn()
    }

    /// Writes the record and the report; a failure is printed, and the steps continue.
    func save() {
        isUnsaved = false
        do throws(Errno) {
            try options.file.write(record)
        } catch {
            isUnsaved = true
            terminal.say(
                "The results cannot be saved in \(options.file.path): \(error). They are kept "
                    + "while this command runs; it tries again after each step.")
        }
        do throws(Errno) {
            try ReplacedFile(options.reportPath, mode: TrialReport.mode)
                .write(Array(TrialReport(record, host: host).text.utf8))
        } catch {
            isUnsaved = true
            terminal.say("The report \(options.reportPath) cannot be written: \(error).")
        }
    }

    /// Prints the results and ends.
    func finishAll() {
        save()
        let report = TrialReport(record, host: host)
        terminal.say()
        terminal.say(report)
        terminal.say(report.summary + ".")
        if !isUnsaved {
            terminal.say(
                "The report is \(options.reportPath). Read it, and send it to where you got "
                    + "Callboard; Docs/how-to/try-phone.md says what else helps.")
        }
        end(Ending(status: isUnsaved ? .outputFailed : .success))
    }

    /// Ends early; results so far are kept.
    ///
    /// - Parameter reason: the reason, unless the user has ended it.
    func stop(_ status: ExitStatus, _ reason: String? = nil) {
        if case .over = stage { return }
        stopRunning()
        terminal.say()
        if isUnsaved {
            save()
            if isUnsaved { terminal.say(TrialReport(record, host: host)) }
        }
        if let next = record.next, !isUnsaved {
            terminal.say("Stopped. callboard try-phone without --new continues with \(next.name).")
        }
        end(
            Ending(
                status: isUnsaved && !status.isSignal ? .outputFailed : status, sentence: reason))
    }

    func stopRunning() {
        alarm.cancel()
        judge = nil
        pairing?.stop()
        pairing = nil
        terminal.stopWaiting()
    }

    func end(_ ending: Ending) {
        if case .over = stage { return }
        stage = .over
        stopRunning()
        follower?.stop()
        signals?.stop()
        sleepWatch.stop()
        terminal.close()
        finish(ending)
    }
}
