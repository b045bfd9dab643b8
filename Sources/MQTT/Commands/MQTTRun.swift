import Arguments
import Commands
import CompanionSections
import Companions
import Linux

/// The program as a service: it tells the broker what the bridge tells it, until it is asked to end.
@LoopActor
final class MQTTRun {
    private let file: MQTTFile
    private let ended = Mailbox<ExitStatus>()
    private var frame: CompanionFrame?
    private var desk: MQTTDesk?
    private var socket = ""

    private init(_ file: MQTTFile) {
        self.file = file
    }

    /// Runs on the calling thread until it is over.
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
        // It is held by what it has made until it is over.
        defer { (self.frame, self.desk) = (nil, nil) }
        let frame = CompanionFrame(name: "mqtt", path: socket, MQTTDesk.beginning) {
            self.take($0)
        }
        let desk = MQTTDesk(settings, version: ProgramVersion.current, frame: frame)
        (self.frame, self.desk) = (frame, desk)
        do throws(Secret.Problem) {
            try desk.connect()
        } catch {
            Messages.say("\(error)")
            return .badConfiguration
        }
        frame.begin()
        let status = await ended.next() ?? .success
        await called { desk.finish($0) }
        frame.stop()
        return status
    }

    private func take(_ news: CompanionFrame.News) {
        switch news {
        case .bridge(let news): desk?.take(news)
        case .reload: reload()
        case .end(let status): ended.post(ExitStatus(rawValue: status))
        }
    }

    private func reload() {
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
}
