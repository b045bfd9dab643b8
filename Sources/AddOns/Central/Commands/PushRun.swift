import AddOnRuntime
import Commands
import Control
import History
import Linux
import PostgreSQL
import Settings

/// Service `callboard-central`: uploads the bridge's history to the central database until it is stopped.
@LoopActor
final class PushRun: AddOnWork {
    private let file: CentralFile
    private let ended = Mailbox<ExitStatus>()
    private let folder: WordFolder
    private var frame: AddOnRunner?
    private var controller: PushController?
    private var settings: CentralSettings?
    /// New settings, which are applied once the previous controller has ended; nil if there are none.
    private var wanted: CentralSettings?
    private var hasBridge = false
    private var isEnding = false

    private init(_ file: CentralFile, _ folder: WordFolder) {
        self.file = file
        self.folder = folder
    }

    /// Runs on the calling thread until the service is stopped.
    nonisolated static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let file = CentralFile(arguments)
        return file.beginning { settings, socket in
            EventLoop.run { () async in
                guard let folder = try? WordFolder() else { return .failure }
                let run = PushRun(file, folder)
                return await run.serve(settings, socket)
            }
        }
    }

    private func serve(_ settings: CentralSettings, _ socket: String) async -> ExitStatus {
        let frame = AddOnRunner(name: "central", path: socket, PushController.beginning, for: self)
        self.frame = frame
        if let problem = start(settings) {
            Messages.say(problem)
            return .badConfiguration
        }
        frame.begin()
        let status = await ended.next() ?? .success
        isEnding = true
        if let controller {
            // A server that does not answer must not delay the end.
            let left = Mailbox<Void>()
            LoopActor.begin {
                await controller.finish()
                left.post(())
            }
            _ = await left.next(within: .seconds(3))
        }
        frame.stop()
        return status
    }

    /// Starts with a configuration; returns the error, or nil if it is valid.
    private func start(_ settings: CentralSettings) -> String? {
        guard let frame else { return nil }
        guard let site = settings.site else {
            return "\(file.path): [central] must contain site: the site of this bridge"
        }
        do throws(Secret.Problem) {
            let plan = try DatabaseEndpoint(settings, wantsToWrite: true)
            let controller = PushController(
                settings, plan, site: site, folder: folder, frame: frame)
            controller.take(hasBridge)
            controller.begin()
            (self.controller, self.settings) = (controller, settings)
            return nil
        } catch {
            return "\(error)"
        }
    }

    func take(_ news: BridgeNews) {
        switch news {
        case .begun: take(hasBridge: true)
        case .lost: take(hasBridge: false)
        case .caughtUp, .event, .leftOut, .status, .bridges, .centralLost: break
        }
    }

    func end(_ status: ExitStatus) { ended.post(status) }

    private func take(hasBridge: Bool) {
        self.hasBridge = hasBridge
        controller?.take(hasBridge)
    }

    func reload() {
        do throws(ConfigurationFile.Failure) {
            let new = try file.read().settings
            guard new.site != nil || new == wanted ?? settings else {
                frame?.isReloaded(problem: "[central] must contain site")
                return
            }
            frame?.isReloaded(problem: nil)
            guard new != wanted ?? settings else { return }
            let isChanging = wanted != nil
            wanted = new
            guard !isChanging else { return }
            guard let controller else { return goOn() }
            self.controller = nil
            LoopActor.begin { [self] in
                await controller.finish()
                goOn()
            }
        } catch {
            frame?.isReloaded(problem: "\(error)")
        }
    }

    private func goOn() {
        guard !isEnding, let wanted else { return }
        self.wanted = nil
        guard let problem = start(wanted) else { return }
        frame?.isReloaded(problem: problem)
        if let settings { _ = start(settings) }
    }
}
