import AddOnRuntime
import Commands
import Control
import Linux
import Settings

/// Service `callboard-mqtt`: publishes the bridge's events at the broker until it is stopped.
@LoopActor
final class MQTTRun: AddOnWork {
    private let file: MQTTFile
    private let ended = Mailbox<ExitStatus>()
    private var frame: AddOnRunner?
    private var controller: MQTTController?
    private var socket = ""

    private init(_ file: MQTTFile) {
        self.file = file
    }

    /// Runs on the calling thread until the service is stopped.
    nonisolated static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let file = MQTTFile(arguments)
        return file.beginning { settings, socket in
            EventLoop.run {
                let run = MQTTRun(file)
                return await run.serve(settings, socket)
            }
        }
    }

    private func serve(_ settings: MQTTSettings, _ socket: String) async -> ExitStatus {
        self.socket = socket
        // The frame holds this object weakly, which must therefore live until the end.
        defer { (self.frame, self.controller) = (nil, nil) }
        let frame = AddOnRunner(name: "mqtt", path: socket, MQTTController.beginning, for: self)
        let controller = MQTTController(settings, version: ProgramVersion.current, frame: frame)
        (self.frame, self.controller) = (frame, controller)
        do throws(Secret.Problem) {
            try controller.connect()
        } catch {
            Messages.say("\(error)")
            return .badConfiguration
        }
        frame.begin()
        let status = await ended.next() ?? .success
        await controller.finish()
        frame.stop()
        return status
    }

    func take(_ news: BridgeNews) { controller?.take(news) }

    func end(_ status: ExitStatus) { ended.post(status) }

    func reload() {
        let problem: String?
        do throws(ConfigurationFile.Failure) {
            problem = controller?.apply(try file.read(after: socket))
        } catch {
            problem = "\(error)"
        }
        frame?.isReloaded(problem: problem)
    }
}
