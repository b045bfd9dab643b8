import Drawing
import Linux
import Scenes

/// The program that draws: reads scenes from standard input, and writes answers to standard output.
@main enum Main {
    static func main() {
        StandardStream.fillGaps()
        SignalWatcher.ignoreBrokenPipes()
        SignalWatcher.ignoreFileSizeLimit()
        CurrentProcess.heedChildren()
        CurrentProcess.endWithParent()
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let job = DrawingJob(arguments: arguments) else {
            say(.failed(nil, .arguments, ""))
            CurrentProcess.end(with: 2)
        }
        let ending = EventLoop.run { (finish: @escaping @LoopActor (Drawer.Ending) -> Void) in
            DrawingProgram(job, finish).begin()
        }
        CurrentProcess.end(with: ending.rawValue)
    }

    /// Sends a reply to the program that sends the scenes, which may be gone.
    static func say(_ reply: DrawingReply) {
        try? StandardStream.output.write(reply.line, within: .seconds(10))
    }
}

/// Connection of a drawer to standard input, standard output and signals.
@LoopActor
private final class DrawingProgram {
    private static let portion = 1 << 16

    private let drawer: Drawer
    private let input = StandardStream.input.rawValue
    private var watch: EventLoop.WatchID?
    private var signals: SignalWatcher?

    init(_ job: DrawingJob, _ finish: @escaping @LoopActor (Drawer.Ending) -> Void) {
        drawer = Drawer(job, reply: { Main.say($0) }, ended: finish)
    }

    func begin() {
        signals = try? SignalWatcher([.interrupt, .terminate, .hangUp]) { [self] _ in
            drawer.stop()
        }
        drawer.begin()
        do throws(Errno) {
            watch = try EventLoop.shared.watch(input, for: .readable) { [self] _ in read() }
        } catch {
            // A regular file is always ready and cannot be watched.
            readOn()
        }
    }

    private func readOn() {
        EventLoop.shared.after(.zero) { [self] in
            if read() { readOn() }
        }
    }

    /// Reads available bytes; returns whether more may follow.
    @discardableResult
    private func read() -> Bool {
        let bytes = (try? StandardStream.input.read(upTo: Self.portion)) ?? []
        if bytes.isEmpty, let watch {
            EventLoop.shared.unwatch(watch)
            self.watch = nil
        }
        drawer.take(bytes)
        return !bytes.isEmpty
    }
}
