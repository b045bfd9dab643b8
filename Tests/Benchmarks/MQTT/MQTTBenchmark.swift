import BenchSupport
import Linux

/// Measures callboard-mqtt between a bridge of which there is only the control socket, and a real mosquitto: `phones`, `rings` and
/// `silence`, or those of them that are named.
@main enum MQTTBenchmark {
    static func main() {
        let named = Set(CommandLine.arguments.dropFirst())
        let wanted = named.isEmpty ? ["phones", "rings", "silence"] : named
        SignalWatcher.ignoreBrokenPipes()
        let status = EventLoop.run { (finish: @escaping @LoopActor (Int32) -> Void) in
            Task { @LoopActor in
                do {
                    if wanted.contains("phones") {
                        for detail in ["counts", "full"] {
                            try await ManyPhones.measure(detail: detail)
                        }
                    }
                    if wanted.contains("rings") { try await Rings.measure() }
                    if wanted.contains("silence") { try await Silence.measure() }
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
