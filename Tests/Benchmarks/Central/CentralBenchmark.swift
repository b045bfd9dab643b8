import BenchSupport
import Linux

/// Measures a centre and its bridges on one machine: a real PostgreSQL, a real `callboard-central push` for each bridge, and in this process
/// the bridges, of which there are the histories and the control sockets: `day`, `fill` and `several`, or those of them that are named.
@main enum CentralBenchmark {
    static func main() {
        let named = Set(CommandLine.arguments.dropFirst())
        let wanted = named.isEmpty ? ["day", "fill", "several"] : named
        SignalWatcher.ignoreBrokenPipes()
        let status = EventLoop.run { (finish: @escaping @LoopActor (Int32) -> Void) in
            Task { @LoopActor in
                do {
                    if wanted.contains("day") { try await FleetDay.measure() }
                    if wanted.contains("fill") { try await FirstFill.measure() }
                    if wanted.contains("several") { try await FirstFill.measureSeveral() }
                    finish(0)
                } catch {
                    Report.line("failed: \(error)")
                    finish(1)
                }
            }
        }
        CurrentProcess.end(with: status)
    }

    /// A number that whoever starts it may have chosen.
    static func number(_ name: String, or usual: Int) -> Int {
        Environment.value(name).flatMap { Int($0) } ?? usual
    }
}
