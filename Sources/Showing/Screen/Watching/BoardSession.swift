package import Commands
package import Linux

/// Board on the user's own terminal, until a key, a signal or the end of the terminal.
@LoopActor
package final class BoardSession {
    /// Creates the board for a terminal; `demand` takes its requests.
    package typealias Making =
        @LoopActor (_ device: String, _ demand: @escaping @LoopActor (BoardDemand) -> Void) ->
        any TerminalBoard

    private struct Ending: Sendable {
        var status: ExitStatus
        var sentence: String?
    }

    /// The controlling terminal.
    private nonisolated static let device = "/dev/tty"
    /// Time limit for the last message on standard error.
    private nonisolated static let wordLimit: Duration = .milliseconds(200)

    private let make: Making
    private let finish: @LoopActor (Ending) -> Void
    private var controller: (any TerminalBoard)?
    private var signals: SignalWatcher?
    private var rescue: TerminalRescue?
    private var isOver = false

    private init(_ make: @escaping Making, finish: @escaping @LoopActor (Ending) -> Void) {
        self.make = make
        self.finish = finish
    }

    /// Shows the board on the calling thread until it ends.
    package nonisolated static func run(_ make: @escaping Making) -> ExitStatus {
        let ending = EventLoop.runHolding { (finish: @escaping @LoopActor (Ending) -> Void) in
            let session = BoardSession(make, finish: finish)
            session.start()
            return session
        }
        if let sentence = ending.sentence { Messages.say(sentence, within: wordLimit) }
        return ending.status
    }

    private func start() {
        watchSignals()
        let controller = make(Self.device) { [weak self] in self?.take($0) }
        self.controller = controller
        controller.start()
    }

    private func watchSignals() {
        do throws(Errno) {
            signals = try SignalWatcher(SignalWatcher.Signal.endings + [.resize, .stop]) {
                [weak self] in self?.take($0)
            }
        } catch {
            end(Ending(status: .noResources, sentence: "\(error)"))
        }
    }

    private func take(_ signal: SignalWatcher.Signal) {
        switch signal {
        case .resize: controller?.screen.sizeMayHaveChanged()
        case .stop:
            controller?.screen.release()
            suspend()
        default: end(Ending(status: .signal(signal.rawValue)))
        }
    }

    private func take(_ demand: BoardDemand) {
        switch demand {
        case .begun: beginRescue()
        case .quit: end(Ending(status: .success))
        case .suspend: suspend()
        case .nothing(let status, let sentence):
            end(Ending(status: status, sentence: sentence))
        case .noTerminal(let error):
            let reason = error.map { "\($0)" } ?? "it was closed"
            end(
                Ending(
                    status: .unavailable,
                    sentence: "there is no terminal to show a board on: \(reason)"))
        }
    }

    private func beginRescue() {
        rescue = TerminalRescue(Self.device, saying: ScreenTerminal.end)
    }

    /// Suspends the program, after the terminal was released, until the shell continues it.
    private func suspend() {
        guard !isOver else { return }
        let wasRescued = rescue != nil
        rescue = nil
        // The signal has its default action again.
        signals?.stop()
        signals = nil
        CurrentProcess.suspendGroup()
        watchSignals()
        guard !isOver else { return }
        if wasRescued { beginRescue() }
        controller?.resume()
    }

    private func end(_ ending: Ending) {
        guard !isOver else { return }
        isOver = true
        controller?.stop()
        rescue = nil
        signals?.stop()
        finish(ending)
    }
}
