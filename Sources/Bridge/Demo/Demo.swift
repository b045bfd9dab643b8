import ANCS
package import Linux
import Outlets
import SimulatedPhone
import SimulatedRadio

/// A bridge whose radio is simulated and whose only outlet is standard output.
@LoopActor
package final class Demo {
    /// How long phones have, once their scenario is over, to be heard out.
    private static let grace: Duration = .seconds(5)
    /// How often a demo that is over looks whether the phones have been heard out.
    private static let look: Duration = .milliseconds(50)

    private static let standardOutput: Int32 = 1
    private static let whatIsNext =
        "that was a simulated iPhone; for more, see callboard demo --help"

    private let pace: Pace
    private let radio: SimulatedRadio
    private let format: any EventFormat
    private let finish: @LoopActor (ExitStatus) -> Void
    private var bridge: Bridge?
    private var console: ConsoleOutlet?
    private var signals: SignalWatcher?
    private var isEnding = false

    private init(
        _ options: DemoOptions, _ scenario: Scenario,
        finish: @escaping @LoopActor (ExitStatus) -> Void
    ) {
        pace = Pace(speed: options.speed)
        radio = SimulatedRadio(scenario: scenario, pace: pace, seed: options.seed)
        format = options.format.make(
            isColored: Terminal.wantsColor(on: Self.standardOutput),
            showsSource: options.showsSource)
        self.finish = finish
    }

    /// Plays the demo on the calling thread until it is over.
    package nonisolated static func run(_ options: DemoOptions) -> ExitStatus {
        let scenario: Scenario
        do throws(ScenarioFileError) {
            scenario = try ScenarioFile.read(options.scenario)
        } catch {
            Messages.say("\(error)")
            return error.status
        }
        SignalWatcher.ignoreBrokenPipes()
        return EventLoop.run { finish in
            var demo: Demo?
            demo = Demo(options, scenario) { status in
                demo = nil
                finish(status)
            }
            demo?.start()
        }
    }

    private func start() {
        do throws(Errno) {
            signals = try SignalWatcher([.interrupt, .terminate, .hangUp]) { [weak self] signal in
                self?.end(.signal(signal.rawValue))
            }
            let console = try ConsoleOutlet(to: Self.standardOutput, format: format) {
                [weak self] report in self?.take(report)
            }
            self.console = console
            let bridge = Bridge(radio: radio, outlets: [console], pace: pace)
            self.bridge = bridge
            bridge.start { [weak self] in
                if let self { awaitQuiet(until: pace.now + Self.grace) }
            }
        } catch {
            Messages.say("the demo cannot start: \(error)")
            finish(.noResources)
        }
    }

    private func take(_ report: ConsoleOutlet.Report) {
        switch report {
        case .dropped(let events):
            Messages.say("the reader was too slow: \(events) events were left out")
        case .gaveUp(let bytes):
            Messages.say("the reader was too slow: the last \(bytes) bytes were left out")
        case .closed: abandon(.success)
        case .failed(let error):
            Messages.say("standard output cannot be written: \(error)")
            abandon(.outputFailed)
        }
    }

    /// Waits for what the phones still have to say, once their scenario is over.
    private func awaitQuiet(until deadline: Duration) {
        if bridge?.isSettled == true || pace.now >= deadline {
            end(.success)
        } else {
            pace.after(Self.look) { [weak self] in self?.awaitQuiet(until: deadline) }
        }
    }

    /// Ends once everything is written; whoever asks a second time does not wait for that.
    private func end(_ status: ExitStatus) {
        guard !isEnding else { return finish(status) }
        isEnding = true
        bridge?.stop()
        console?.finish(within: nil) { [weak self] in
            if status == .success { Messages.say(Self.whatIsNext) }
            self?.finish(status)
        }
    }

    /// Ends when there is nobody to write to.
    private func abandon(_ status: ExitStatus) {
        isEnding = true
        bridge?.stop()
        finish(status)
    }
}
