import Linux
import Notices
import Outlets

/// A serial port that is opened for nothing but a test of the device.
@LoopActor
final class SerialTest {
    /// How it ended.
    struct Ending: Sendable {
        var status: ExitStatus = .success
        /// What a person has to know of that.
        var sentence: String?
    }

    /// How long the port may take for what is left in the end: some slow ones have much to say.
    private nonisolated static let patience: Duration = .seconds(60)

    private let target: SerialTarget
    private let finish: @LoopActor (Ending) -> Void
    private let pace = Pace()
    private var outlet: SerialOutlet?
    private var signals: SignalWatcher?
    private var hasBegun = false
    private var isOver = false
    private var ending = Ending()
    private let sample = NoticeSample.said(at: .now)

    /// - Parameter finish: called once, when everything is over.
    init(_ target: SerialTarget, _ finish: @escaping @LoopActor (Ending) -> Void) {
        self.target = target
        self.finish = finish
    }

    /// Opens the port; once it is, calls `begun` and says what there is to say.
    func start(_ begun: @escaping @LoopActor (SerialTestNews) -> Void) {
        signals = try? SignalWatcher([.interrupt, .terminate]) { [weak self] signal in
            self?.ending.status = .signal(signal.rawValue)
            self?.takeBack()
            self?.end(within: .seconds(1))
        }
        let outlet = target.outlet(
            on: pace, tell: { [weak self] in self?.hear($0) }, act: { _, _, done in done(false) })
        self.outlet = outlet
        outlet.opened = { [weak self] in
            guard let self, !hasBegun else { return }
            hasBegun = true
            begun(SerialTestNews(target, length: sample.length))
            sample.play(on: pace) { [weak outlet] in outlet?.show($0) }
            pace.after(sample.length) { [weak self] in self?.end(within: Self.patience) }
        }
        outlet.open()
    }

    /// Hears what a bridge would tell a person; a port that fails is not tried again here.
    private func hear(_ sentence: String) {
        ending.status = .failure
        guard let outlet, let failure = outlet.status.failure else {
            // It is still to be given back.
            ending.sentence = sentence
            return
        }
        ending.sentence = "\(outlet.name) cannot be used: \(failure)"
        close()
    }

    /// Says at once that what was said is gone.
    private func takeBack() {
        for (time, event) in sample.events where time == sample.length {
            outlet?.show(event)
        }
    }

    private func end(within limit: Duration) {
        guard let outlet else { return close() }
        outlet.finish(within: limit) { [weak self] in self?.close() }
    }

    private func close() {
        guard !isOver else { return }
        isOver = true
        signals?.stop()
        finish(ending)
    }
}
