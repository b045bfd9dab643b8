package import Commands
import HistoryCommands
package import Linux

/// The demo in a browser: a bridge with a simulated phone and the wall beside it, in a folder of their own that
/// is gone with them.
@LoopActor
package final class DemoWall {
    /// The program that shows it.
    nonisolated static let program = "callboard-wall"
    /// How often it is looked whether the page is there.
    private nonisolated static let look: Duration = .milliseconds(50)

    private let folder: DemoFolder
    private let port: DemoPort
    private let finish: @LoopActor (ExitStatus) -> Void
    private let programs: DemoPrograms
    private var signals: SignalWatcher?
    private var status: ExitStatus?

    private init(
        _ folder: DemoFolder, _ port: consuming DemoPort,
        _ finish: @escaping @LoopActor (ExitStatus) -> Void
    ) {
        self.folder = folder
        self.port = port
        self.finish = finish
        programs = DemoPrograms(in: folder.path)
    }

    /// Shows it until somebody ends it.
    package nonisolated static func run(_ options: DemoOptions) -> ExitStatus {
        guard let wall = BesideProgram.path(of: program) else {
            Messages.say(
                "\(program) is not installed: sudo apt install \(program), or make build-wall, "
                    + "which makes it beside this program")
            return .unavailable
        }
        return EventLoop.runHolding { (finish: @escaping @LoopActor (ExitStatus) -> Void) in
            let folder = DemoFolder(options)
            let port = DemoPort()
            do throws(DemoFolder.Problem) {
                try folder.prepare(port: port.number)
            } catch {
                Messages.say("the demo cannot start: \(error.sentence)")
                finish(error.status)
                return nil
            }
            // The statistics have something to show.
            let year = DemoYear.make(in: folder.history, seed: options.seed, tells: false)
            guard year == .success else {
                finish(year)
                return nil
            }
            let demo = DemoWall(folder, port, finish)
            demo.start(wall, options)
            return demo
        }
    }

    private func start(_ wall: String, _ options: DemoOptions) {
        signals = try? SignalWatcher([.interrupt, .terminate, .hangUp]) { [weak self] signal in
            self?.end(.signal(signal.rawValue))
        }
        programs.lost = { [weak self] in self?.end(.failure) }
        programs.start(folder.bridge(options), isShown: options.showsLines)
        programs.start(
            [
                wall, "run", "--config", folder.configuration, "--state", "\(folder.path)/wall",
            ], log: "\(folder.path)/wall.log")
        awaitPage()
    }

    /// Says where the page is once it is there, so that nothing stands below.
    private func awaitPage() {
        guard status == nil else { return }
        guard port.isServed else {
            EventLoop.shared.after(Self.look) { [weak self] in self?.awaitPage() }
            return
        }
        Messages.say(
            "the day of a simulated iPhone is in a browser on this machine, at the address below. "
                + "Ctrl-C ends it, and nothing is left.\n\n    "
                + folder.address(port: port.number) + "\n")
    }

    private func end(_ status: ExitStatus) {
        guard self.status == nil else { return }
        self.status = status
        programs.end { [self] in
            signals?.stop()
            finish(status)
        }
    }
}
