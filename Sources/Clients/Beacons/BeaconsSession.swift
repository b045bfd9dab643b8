import Commands
import Configuration
import Contract
import Control
import Linux

/// Asks the running bridge what beacons it hears, once or each second until somebody ends it.
@LoopActor
final class BeaconsSession {
    private struct Ending: Sendable {
        var status: ExitStatus
        var sentence: String?
    }

    /// Between two looks of somebody who follows.
    private static let interval: Duration = .seconds(1)
    /// The bridge is asked to listen for longer than until the next look.
    private static let lease = 5
    /// Begins the page anew on a terminal.
    private static let clear = "\u{1B}[H\u{1B}[J"

    private let options: BeaconsOptions
    private let isTerminal = Terminal.isTerminal(StandardStream.output.rawValue)
    private let finish: @LoopActor (Ending) -> Void
    private var client: ControlClient?
    private var signals: SignalWatcher?
    private let alarm = Alarm()
    private var last: BeaconsPage?
    private var lastLine: String?
    private var isEnding = false

    private init(_ options: BeaconsOptions, finish: @escaping @LoopActor (Ending) -> Void) {
        self.options = options
        self.finish = finish
    }

    /// Lists or follows on the calling thread until it is over.
    nonisolated static func run(_ options: BeaconsOptions) -> ExitStatus {
        let ending = EventLoop.runHolding { (finish: @escaping @LoopActor (Ending) -> Void) in
            let session = BeaconsSession(options, finish: finish)
            session.start()
            return session
        }
        if let sentence = ending.sentence { Messages.say(sentence) }
        return ending.status
    }

    private func start() {
        do throws(Errno) {
            signals = try SignalWatcher([.interrupt, .terminate, .hangUp]) { [weak self] signal in
                self?.end(Ending(status: .signal(signal.rawValue)))
            }
        } catch {
            return end(Ending(status: .noResources, sentence: "\(error)"))
        }
        client = ControlClient(path: options.client.path) { [weak self] news in
            if case .ended(let failure) = news { self?.fail(.failed(failure)) }
        }
        guard options.wait > 0 else { return look(listening: nil) }
        ask(listening: options.wait + 1) { [weak self] _ in
            guard let self else { return }
            alarm.set(after: .seconds(options.wait)) { [weak self] in self?.look(listening: nil) }
        }
    }

    private func look(listening seconds: Int?) {
        ask(listening: seconds ?? (options.follows ? Self.lease : nil)) { [weak self] answer in
            guard let self else { return }
            let status =
                options.writesLines ? show(answer.line) : show(BeaconsPage(answer: answer.value))
            if !options.follows || status != .success { return end(Ending(status: status)) }
            alarm.set(after: Self.interval) { [weak self] in self?.look(listening: Self.lease) }
        }
    }

    private func ask(
        listening seconds: Int?, _ take: @escaping @LoopActor (Answered<BeaconsAnswer>) -> Void
    ) {
        client?.ask(BeaconsRequest(listen: seconds)) { [weak self] result in
            switch result {
            case .failure(let failure): self?.fail(failure)
            case .success(let answer): take(answer)
            }
        }
    }

    /// Writes a line for programs, where it is another one than before.
    private func show(_ line: String) -> ExitStatus {
        if line == lastLine { return .success }
        lastLine = line
        return Messages.print(line)
    }

    private func show(_ page: BeaconsPage) -> ExitStatus {
        defer { last = page }
        guard options.follows else {
            if page.rows.isEmpty { Messages.say("no beacon is known, and none is heard") }
            return Messages.print(page.text)
        }
        if isTerminal { return Messages.print(Self.clear + page.text) }
        guard let last else { return Messages.print(page.text) }
        let changes = page.changes(since: last)
        return changes.isEmpty ? .success : Messages.print(changes.joined())
    }

    private func fail(_ failure: AskFailure) {
        end(Ending(status: failure.status, sentence: failure.sentence))
    }

    private func end(_ ending: Ending) {
        guard !isEnding else { return }
        isEnding = true
        alarm.cancel()
        signals?.stop()
        client?.stop()
        finish(ending)
    }
}
