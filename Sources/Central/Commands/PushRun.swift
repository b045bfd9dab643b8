import Arguments
import Commands
import CompanionSections
import Companions
import Following
import History
import Linux
import PostgreSQL

/// The program as a service: it hands the bridge's history over to the centre, until it is asked to end.
@LoopActor
final class PushRun: CompanionWork {
    private let file: CentralFile
    private let finish: @LoopActor (ExitStatus) -> Void
    private let folder: WordFolder
    private var frame: CompanionFrame?
    private var desk: PushDesk?
    private var settings: CentralSettings?
    /// What is to hold once the desk that ends is out of the way.
    private var wanted: CentralSettings?
    private var hasBridge = false
    private var isEnding = false

    private init(
        _ file: CentralFile, _ folder: WordFolder,
        _ finish: @escaping @LoopActor (ExitStatus) -> Void
    ) {
        self.file = file
        self.folder = folder
        self.finish = finish
    }

    /// Runs on the calling thread until it is over.
    nonisolated static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let file = CentralFile(arguments)
        return file.beginning { settings, socket in
            EventLoop.runHolding { (finish: @escaping @LoopActor (ExitStatus) -> Void) in
                guard let folder = try? WordFolder() else {
                    finish(.failure)
                    return nil
                }
                let run = PushRun(file, folder, finish)
                run.begin(settings, socket)
                return run
            }
        }
    }

    private func begin(_ settings: CentralSettings, _ socket: String) {
        let frame = CompanionFrame(name: "central", path: socket, PushDesk.beginning, for: self)
        self.frame = frame
        if let problem = start(settings) {
            Messages.say(problem)
            return finish(.badConfiguration)
        }
        frame.begin()
    }

    /// Begins with a configuration, and says what is wrong with it.
    private func start(_ settings: CentralSettings) -> String? {
        guard let frame else { return nil }
        guard let site = settings.site else {
            return "\(file.path): [central] wants the key site: where this bridge is"
        }
        do throws(Secret.Problem) {
            let plan = try ServerPlan(settings, wantsToWrite: true)
            let desk = PushDesk(settings, plan, site: site, folder: folder, frame: frame)
            desk.take(hasBridge)
            desk.begin()
            (self.desk, self.settings) = (desk, settings)
            return nil
        } catch {
            return "\(error)"
        }
    }

    func take(_ news: BridgeNews) {
        switch news {
        case .begun: take(hasBridge: true)
        case .lost: take(hasBridge: false)
        case .caughtUp, .event, .leftOut, .status, .bridges, .centreLost: break
        }
    }

    private func take(hasBridge: Bool) {
        self.hasBridge = hasBridge
        desk?.take(hasBridge)
    }

    func reload() {
        do throws(ConfigurationFile.Failure) {
            let new = try file.read().settings
            guard new.site != nil || new == wanted ?? settings else {
                frame?.isReloaded(problem: "[central] wants the key site")
                return
            }
            frame?.isReloaded(problem: nil)
            guard new != wanted ?? settings else { return }
            let isChanging = wanted != nil
            wanted = new
            guard !isChanging else { return }
            guard let desk else { return goOn() }
            self.desk = nil
            desk.finish { [weak self] in self?.goOn() }
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

    func end(_ status: ExitStatus) {
        guard !isEnding else { return }
        isEnding = true
        let goodbye: @LoopActor () -> Void = { [weak self] in
            self?.frame?.stop()
            self?.finish(status)
        }
        // A server that does not answer must not hold this up.
        let limit = Alarm()
        limit.set(after: .seconds(3)) { goodbye() }
        guard let desk else { return goodbye() }
        desk.finish {
            guard limit.isSet else { return }
            limit.cancel()
            goodbye()
        }
    }
}
