import AddOnRuntime
import Commands
import Control
import Linux
import Settings

/// The program as a service: it serves the wall until it is asked to end.
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

    /// Runs on the calling thread until it is over.
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
        // The frame holds this weakly: it is used, and so there, until the end.
        defer { (self.frame, self.controller) = (nil, nil) }
        let beginning = WallController.beginning(ofCentre: settings.centre != nil)
        let frame = AddOnRunner(name: "wall", path: socket, beginning, for: self)
        self.frame = frame
        // Each page is a descriptor.
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
        if let choice = settings.centre {
            controller.follow(CentralChild(choice, file: file.named))
        }
        // A program that finds it listening may ask it at once to read its configuration again.
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
            frame?.isReloaded(problem: "\(error); access is as it was before")
        }
    }
}

extension WallPlaces.Problem {
    /// The status with which the program ends.
    fileprivate var status: ExitStatus {
        switch self {
        case .group: .badConfiguration
        // A name may be known, and an address be there, a moment after the machine has started.
        case .address, .socket: .unavailable
        }
    }
}
