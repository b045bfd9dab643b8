package import Commands
import HistoryCommands
package import Linux

/// The demo in a browser: a bridge with a simulated phone and the wall beside it, in a folder of their own that
/// is gone with them.
@LoopActor
package final class DemoWall {
    /// The program that shows it.
    nonisolated static let program = "callboard-wall"
    /// The port that is taken where nobody has it.
    private nonisolated static let usualPort: UInt16 = 8437
    private nonisolated static let loopback = "127.0.0.1"
    private nonisolated static let grace: Duration = .seconds(3)
    /// Has a program end also where this one is killed.
    private nonisolated static let tether = ["/usr/bin/setpriv", "--pdeathsig", "TERM", "--"]

    private let folder: String
    private let finish: @LoopActor (ExitStatus) -> Void
    private var children: [ChildProgram] = []
    private var running = 0
    private var signals: SignalWatcher?
    private var status: ExitStatus?

    private init(_ folder: String, _ finish: @escaping @LoopActor (ExitStatus) -> Void) {
        self.folder = folder
        self.finish = finish
    }

    /// Shows it until somebody ends it.
    package nonisolated static func run(_ options: DemoOptions) -> ExitStatus {
        guard let wall = BesideProgram.path(of: program) else {
            Messages.say(
                "\(program) is not installed: sudo apt install \(program), or make build-wall, "
                    + "which makes it beside this program")
            return .unavailable
        }
        let folder = DemoFolder(options)
        let address: String
        do throws(DemoFolder.Problem) {
            address = try folder.prepare(port: port())
        } catch {
            Messages.say("the demo cannot start: \(error.sentence)")
            return .unavailable
        }
        // The statistics have something to show.
        let year = DemoYear.make(in: folder.history, seed: options.seed, tells: false)
        guard year == .success else { return year }
        return EventLoop.runHolding { (finish: @escaping @LoopActor (ExitStatus) -> Void) in
            let demo = DemoWall(folder.path, finish)
            demo.start(wall, folder.configuration, options.wordsOfRun, address)
            return demo
        }
    }

    /// The usual port, or one that is free.
    private nonisolated static func port() -> UInt16 {
        for port in [usualPort, 0] {
            let place = NetworkPlace(address: loopback, port: port)
            if let port = try? ListeningSocket(at: place).port { return port }
        }
        return usualPort
    }

    private func start(
        _ wall: String, _ configuration: String, _ choices: [String], _ address: String
    ) {
        signals = try? SignalWatcher([.interrupt, .terminate, .hangUp]) { [weak self] signal in
            self?.end(.signal(signal.rawValue))
        }
        let bridge = [
            CurrentProcess.program, "run", "--config", configuration, "--state", "\(folder)/state",
        ]
        start(bridge + choices, isShown: true)
        start(
            [wall, "run", "--config", configuration, "--state", "\(folder)/wall"], isShown: false)
        Messages.say(
            "the day of a simulated iPhone is at\n\n    \(address)\n\nOpen it in a browser on this "
                + "machine. Ctrl-C ends it, and nothing is left.")
    }

    private func start(_ words: [String], isShown: Bool) {
        guard status == nil else { return }
        let tether = FileDescriptor.exists(Self.tether[0]) ? Self.tether : []
        do throws(Errno) {
            let child = try ChildProgram(tether + words, isRead: isShown) { [weak self] report in
                switch report {
                case .wrote(let bytes): try? StandardStream.output.write(bytes)
                case .took, .closedInput: break
                case .ended: self?.noteEnd(of: words[0])
                }
            }
            children.append(child)
            running += 1
        } catch {
            Messages.say("\(words[0]) cannot be started: \(error)")
            end(.unavailable)
        }
    }

    private func noteEnd(of program: String) {
        running -= 1
        if status == nil {
            Messages.say("\(program) has ended")
            end(.failure)
        } else if running == 0 {
            clean()
        }
    }

    private func end(_ status: ExitStatus) {
        guard self.status == nil else { return }
        self.status = status
        for child in children { child.terminate(within: Self.grace) }
        if running == 0 { clean() }
    }

    /// All that is in the folder was made by the two.
    private func clean() {
        let status = status ?? .success
        signals?.stop()
        let done: @LoopActor () -> Void = { [finish] in finish(status) }
        do throws(Errno) {
            let child = try ChildProgram(["/bin/rm", "-rf", "--", folder]) { report in
                if case .ended = report { done() }
            }
            children = [child]
        } catch {
            Messages.say("\(folder) is left: \(error)")
            done()
        }
    }
}
