import BenchSupport
import Linux

/// Measures callboard-wall between a bridge of which there is only the control socket, and pages over loopback: `pages` and `rings`, or
/// the one that is named.
@main enum WallBenchmark {
    static func main() {
        let named = Set(CommandLine.arguments.dropFirst())
        let wanted = named.isEmpty ? ["pages", "rings"] : named
        SignalWatcher.ignoreBrokenPipes()
        CurrentProcess.raiseOpenFileLimit(to: 4_096)
        let status = EventLoop.run { (finish: @escaping @LoopActor (Int32) -> Void) in
            Task { @LoopActor in
                do {
                    if wanted.contains("pages") { try await ManyPages.measure() }
                    if wanted.contains("rings") { try await Rings.measure() }
                    finish(0)
                } catch {
                    Report.line("failed: \(error)")
                    finish(1)
                }
            }
        }
        CurrentProcess.end(with: status)
    }
}
