package import Commands
package import Linux

/// Demo in a browser: a bridge with a simulated phone and the wall, in a temporary folder.
@LoopActor
package final class DemoWall {
    /// Program that serves the page.
    nonisolated static let program = "callboard-wall"
    /// Interval of checks whether the page is served.
    private nonisolated static let look: Duration = .milliseconds(50)

    private let folder: DemoFolder
    private let port: DemoPort
    private let preparation: DemoPreparation
    private let programs: DemoPrograms
    private var status: ExitStatus?
    private let over = Mailbox<Void>()

    private init(_ folder: DemoFolder, _ port: consuming DemoPort) {
        self.folder = folder
        self.port = port
        preparation = DemoPreparation(folder)
        programs = DemoPrograms(in: folder)
    }

    /// Shows the demo until the user or a signal ends it.
    package nonisolated static func run(_ options: DemoCommand) -> ExitStatus {
        guard let wall = BesideProgram.path(of: program) else {
            Messages.say(
                "\(program) is not installed: sudo apt install \(program), or make build-wall, "
                    + "which makes it beside this program")
            return .unavailable
        }
        // Signals no longer end the program, so that the folder is always removed.
        SignalWatcher.hold(SignalWatcher.Signal.endings)
        let folder: DemoFolder
        do throws(DemoFolder.Problem) {
            folder = try DemoFolder(options)
        } catch {
            Messages.say("the demo cannot start: \(error.sentence)")
            return error.status
        }
        return EventLoop.run { () async -> ExitStatus in
            await DemoWall(folder, DemoPort()).show(wall, options)
        }
    }

    /// Prepares the files, including the history for statistics, and runs the programs until a signal.
    private func show(_ wall: String, _ options: DemoCommand) async -> ExitStatus {
        let signals = try? SignalWatcher(SignalWatcher.Signal.endings) { [weak self] signal in
            self?.end(.signal(signal.rawValue))
        }
        let prepared = await preparation.run(port: port.number, seed: options.seed)
        if prepared != .success { end(prepared) }
        if status == nil { start(wall, options) }
        _ = await over.next()
        await programs.end()
        signals?.stop()
        return status ?? .failure
    }

    private func start(_ wall: String, _ options: DemoCommand) {
        programs.lost = { [weak self] in self?.end(.failure) }
        programs.start(folder.bridge(options), isShown: options.showsLines)
        programs.start(
            [
                wall, "run", "--config", folder.configuration, "--state", "\(folder.path)/wall",
            ], log: "\(folder.path)/wall.log")
        LoopActor.begin { [self] in await awaitPage() }
    }

    /// Prints the address of the page once it is served, as the last message.
    private func awaitPage() async {
        while status == nil, !port.isServed { await EventLoop.pause(Self.look) }
        guard status == nil else { return }
        Messages.say(
            "the day of a simulated iPhone is shown in a browser on this host, at the address "
                + "below. Ctrl-C ends it, and removes all files.\n\n    "
                + folder.address(port: port.number) + "\n")
    }

    private func end(_ status: ExitStatus) {
        guard self.status == nil else { return }
        self.status = status
        // Otherwise running writes would recreate the folder.
        preparation.end()
        over.post(())
    }
}
