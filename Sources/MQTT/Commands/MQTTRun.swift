import Arguments
import Commands
import CompanionSections
import Companions
import Following
import Linux

/// The program as a service: it tells the broker what the bridge tells it, until it is asked to end.
@LoopActor
final class MQTTRun: CompanionWork {
    private let file: MQTTFile
    private let finish: @LoopActor (ExitStatus) -> Void
    private var frame: CompanionFrame?
    private var desk: MQTTDesk?
    private var socket = ""
    private var isEnding = false

    private init(_ file: MQTTFile, _ finish: @escaping @LoopActor (ExitStatus) -> Void) {
        self.file = file
        self.finish = finish
    }

    /// Runs on the calling thread until it is over.
    nonisolated static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let file = MQTTFile(arguments)
        return file.beginning { settings, socket in
            EventLoop.runHolding { (finish: @escaping @LoopActor (ExitStatus) -> Void) in
                let run = MQTTRun(file, finish)
                run.begin(settings, socket)
                return run
            }
        }
    }

    private func begin(_ settings: MQTTSettings, _ socket: String) {
        self.socket = socket
        let frame = CompanionFrame(name: "mqtt", path: socket, MQTTDesk.beginning, for: self)
        let desk = MQTTDesk(settings, version: ProgramVersion.current, frame: frame)
        (self.frame, self.desk) = (frame, desk)
        do throws(Secret.Problem) {
            try desk.connect()
        } catch {
            Messages.say("\(error)")
            return finish(.badConfiguration)
        }
        frame.begin()
    }

    func take(_ news: BridgeNews) { desk?.take(news) }

    func reload() {
        let problem: String?
        do throws(ConfigurationFile.Failure) {
            let new = try file.read()
            problem = desk?.apply(new.settings)
            if new.socket != socket {
                Messages.say("the bridge's socket is another one once this program is restarted")
            }
        } catch {
            problem = "\(error)"
        }
        frame?.isReloaded(problem: problem)
    }

    func end(_ status: ExitStatus) {
        guard !isEnding else { return }
        isEnding = true
        Task.immediate { @LoopActor in
            await desk?.finish()
            frame?.stop()
            finish(status)
        }
    }
}
