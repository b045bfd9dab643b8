import AddOnRuntime
import Commands
import Control
import DBus
import Linux
import Settings

/// Command `run`: shows the players of phones on the session bus until it is stopped.
@LoopActor
final class DesktopRun: AddOnWork {
    private let ended = Mailbox<CommandEnd>()
    private var controller: DesktopController?

    private init() {}

    /// Runs on the calling thread until the program is stopped.
    nonisolated static func run(_ arguments: ParsedArguments) -> ExitStatus {
        guard BusAddress.hasSession else {
            Messages.say("\(DesktopCheck.noBus): \(DesktopCheck.busFix)")
            return .unavailable
        }
        let options = DesktopOptions(arguments)
        return EventLoop.run { await DesktopRun().serve(options) }.tell()
    }

    private func serve(_ options: DesktopOptions) async -> CommandEnd {
        // The frame holds this object weakly, which must therefore live until the end.
        defer { controller = nil }
        let frame = AddOnRunner(
            name: "desktop", path: options.socket, DesktopController.beginning, for: self)
        let controller = DesktopController(options, frame: frame) { [ended] in ended.post($0) }
        self.controller = controller
        frame.heedSignals()
        controller.begin()
        let end = await ended.next() ?? CommandEnd(.success)
        controller.stop()
        frame.stop()
        return end
    }

    func take(_ news: BridgeNews) { controller?.take(news) }

    func end(_ status: ExitStatus) { ended.post(CommandEnd(status)) }

    /// Ends the program: there is no configuration to read again, and a terminal that closes sends this signal.
    func reload() { end(.signal(SignalWatcher.Signal.hangUp.rawValue)) }
}
