import AddOnRuntime
import Commands
import Control
import Linux
import Settings

/// Service `callboard-wall`: serves the page until it is stopped.
@LoopActor
final class WallRun: AddOnWork {
    private let file: WallFile
    private let store: TokenStore
    private let ended = Mailbox<ExitStatus>()
    private var frame: AddOnRunner?
    private var controller: WallController?
    private var socket = ""

    private init(_ file: WallFile, _ store: TokenStore) {
        self.file = file
        self.store = store
    }

    /// Runs on the calling thread until the service is stopped.
    nonisolated static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let file = WallFile(arguments)
        let store = TokenStore(folder: WallState.folder(arguments))
        return file.beginning { settings, socket in
            EventLoop.run {
                let run = WallRun(file, store)
                return await run.serve(settings, socket)
            }
        }
    }

    private func serve(_ settings: WallSettings, _ socket: String) async -> ExitStatus {
        self.socket = socket
        // The frame holds this object weakly, which must therefore live until the end.
        defer { (self.frame, self.controller) = (nil, nil) }
        let beginning = WallController.beginning(ofCentral: settings.central != nil)
        let frame = AddOnRunner(name: "wall", path: socket, beginning, for: self)
        self.frame = frame
        // Each open page needs a descriptor.
        CurrentProcess.raiseOpenFileLimit(to: settings.streams + WallController.otherDescriptors)
        let tokens: TokenFile?
        do throws(TokenFile.Problem) {
            tokens = try settings.tokens.map { place throws(TokenFile.Problem) in
                try TokenFile(place)
            }
        } catch {
            Messages.say("\(error)")
            return .badConfiguration
        }
        let controller = WallController(
            settings, store, tokens ?? TokenFile(), version: ProgramVersion.current, frame)
        self.controller = controller
        if let choice = settings.central {
            controller.follow(CentralChild(choice, file: file.named))
        }
        // A program that finds this one listening may send SIGHUP at once.
        frame.heedSignals()
        do throws(WallPlaces.Problem) {
            _ = try controller.listen()
        } catch {
            Messages.say("\(error)")
            return error.status
        }
        if let trouble = store.trouble { Messages.say("\(trouble.sentence): \(trouble.fix)") }
        frame.begin()
        let status = await ended.next() ?? .success
        await finished { controller.finish($0) }
        frame.stop()
        return status
    }

    func take(_ news: BridgeNews) { controller?.take(news) }

    func end(_ status: ExitStatus) { ended.post(status) }

    func reload() {
        do throws(ConfigurationFile.Failure) {
            apply(try file.read(after: socket))
        } catch {
            frame?.isReloaded(problem: "\(error)")
        }
    }

    private func apply(_ settings: WallSettings) {
        do throws(TokenFile.Problem) {
            let tokens = try settings.tokens.map { place throws(TokenFile.Problem) in
                try TokenFile(place)
            }
            let rest = controller?.apply(settings, tokens ?? TokenFile())
            frame?.isReloaded(problem: nil)
            if let rest { Messages.say(rest) }
        } catch {
            frame?.isReloaded(problem: "\(error); the previous tokens stay active")
        }
    }
}

extension WallPlaces.Problem {
    fileprivate var status: ExitStatus {
        switch self {
        case .group: .badConfiguration
        // Shortly after boot a name or an address may not be available yet.
        case .address, .socket: .unavailable
        }
    }
}
