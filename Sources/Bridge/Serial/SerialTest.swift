import Linux
import Notices
import Outlets

/// A serial port that is opened for nothing but a test of the device.
@LoopActor
final class SerialTest {
    /// How long the port may take for what is left in the end: some slow ones have much to say.
    private nonisolated static let patience: Duration = .seconds(60)

    private let target: SerialTarget
    private let finish: @LoopActor (String?) -> Void
    private let pace = Pace()
    private var outlet: SerialOutlet?
    private var signals: SignalWatcher?
    private var hasBegun = false
    private var isOver = false

    /// - Parameter finish: called once, with what went wrong, as a sentence.
    init(_ target: SerialTarget, _ finish: @escaping @LoopActor (String?) -> Void) {
        self.target = target
        self.finish = finish
    }

    /// Opens the port; once it is, calls `begun` and says what there is to say.
    func start(_ begun: @escaping @LoopActor () -> Void) {
        signals = try? SignalWatcher([.interrupt, .terminate]) { [weak self] _ in
            self?.end(within: .milliseconds(500))
        }
        let outlet = target.outlet(
            on: pace, tell: { [weak self] in self?.hear($0) }, act: { _, _ in })
        self.outlet = outlet
        outlet.opened = { [weak self] in
            guard let self, !hasBegun else { return }
            hasBegun = true
            begun()
            SerialSample(at: .now).play(on: pace) { [weak outlet] in outlet?.show($0) }
            pace.after(SerialSample.length) { [weak self] in self?.end(within: Self.patience) }
        }
        outlet.open()
    }

    /// Hears what a bridge would tell a person; a port that fails is not tried again here.
    private func hear(_ sentence: String) {
        guard let outlet else { return }
        close(outlet.status.failure.map { "\(outlet.name) cannot be used: \($0)" } ?? sentence)
    }

    private func end(within limit: Duration) {
        guard let outlet else { return close(nil) }
        outlet.finish(within: limit) { [weak self] in self?.close(nil) }
    }

    private func close(_ problem: String?) {
        guard !isOver else { return }
        isOver = true
        signals?.stop()
        finish(problem)
    }
}
