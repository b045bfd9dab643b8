import ANCS
package import Linux
import Outlets
import SimulatedPhone
import SimulatedRadio

/// A bridge whose radio is simulated and whose only outlet is standard output.
@LoopActor
package final class Demo {
    /// How long phones may say nothing, once their scenario is over, before they are left alone.
    private static let grace: Duration = .seconds(15)
    /// How often a demo that is over looks whether the phones have been heard out.
    private static let look: Duration = .milliseconds(50)

    /// How long standard error may take for what is said after a signal has ended the demo.
    private nonisolated static let lastWordLimit: Duration = .milliseconds(200)
    /// Descriptors that the loop, the signals and standard output need.
    private nonisolated static let descriptorsForAll = 5
    /// Descriptors that a phone needs: both ends of its link.
    private nonisolated static let descriptorsForPhone = 2

    private static let whatIsNext =
        "that was a simulated iPhone; for more, see callboard demo --help"

    private let pace: Pace
    private let radio: SimulatedRadio
    private let format: any EventFormat
    private let configuration: Session.Configuration
    private let finish: @LoopActor (Ending) -> Void
    private var bridge: Bridge?
    private var console: ConsoleOutlet?
    private var signals: SignalWatcher?
    private var isEnding = false
    /// Events that the reader was too slow for.
    private var leftOutEvents = 0
    /// Bytes at the end that the reader was too slow for.
    private var leftOutBytes = 0
    /// Announced notifications that the phones did not tell of.
    private var unheard = 0
    /// Notifications that were not shown because there were too many.
    private var leftOut = 0

    /// How the demo ended, and what a person has to know about that.
    private struct Ending: Sendable {
        let status: ExitStatus
        var sentences: [String] = []
    }

    private init(
        _ options: DemoOptions, _ scenario: Scenario,
        finish: @escaping @LoopActor (Ending) -> Void
    ) {
        pace = Pace(speed: options.speed)
        radio = SimulatedRadio(scenario: scenario, pace: pace, seed: options.seed)
        format = options.format.make(
            isColored: Terminal.wantsColor(on: StandardStream.output.rawValue),
            showsSource: options.showsSource)
        configuration = Session.Configuration(maximumTextLength: options.textLength)
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
        do throws(Errno) {
            let phones = scenario.phoneNames.count
            try FileDescriptor.makeSure(
                ofRoomFor: descriptorsForAll + phones * descriptorsForPhone)
        } catch {
            Messages.say("the demo cannot start: \(error)")
            return .noResources
        }
        let ending = EventLoop.run { finish in
            var demo: Demo?
            demo = Demo(options, scenario) { ending in
                demo?.signals?.stop()
                demo = nil
                finish(ending)
            }
            demo?.start()
        }
        // Signals have their usual effect again, so that nobody has to wait until this is heard.
        for sentence in ending.sentences {
            Messages.say(sentence, within: ending.status.isSignal ? lastWordLimit : nil)
        }
        return ending.status
    }

    private func start() {
        do throws(Errno) {
            signals = try SignalWatcher([.interrupt, .terminate, .hangUp]) { [weak self] signal in
                self?.end(.signal(signal.rawValue))
            }
        } catch {
            let sentence = "the demo cannot start: \(error)"
            return finish(Ending(status: .noResources, sentences: [sentence]))
        }
        do throws(Errno) {
            let console = try ConsoleOutlet(
                to: StandardStream.output.rawValue, format: format
            ) { [weak self] report in self?.take(report) }
            self.console = console
            let bridge = Bridge(
                radio: radio, outlets: [console], configuration: configuration, pace: pace)
            self.bridge = bridge
            bridge.start { [weak self] in
                self?.awaitQuiet()
            }
        } catch {
            failToWrite(error)
        }
    }

    private func take(_ report: ConsoleOutlet.Report) {
        switch report {
        case .dropped(let events): leftOutEvents += events
        case .gaveUp(let bytes): leftOutBytes = bytes
        case .closed: abandon(Ending(status: .success))
        case .failed(let error): failToWrite(error)
        }
    }

    private func failToWrite(_ error: Errno) {
        let sentence = "standard output cannot be written: \(error)"
        abandon(Ending(status: .outputFailed, sentences: [sentence]))
    }

    /// Waits for what the phones still have to say, once their scenario is over.
    private func awaitQuiet(heard: Int = 0, since: Duration? = nil) {
        guard let bridge, !bridge.isSettled else { return end(.success) }
        let since = bridge.news == heard ? since ?? pace.now : pace.now
        guard pace.now < since + Self.grace else { return end(.success) }
        let heard = bridge.news
        pace.after(Self.look) { [weak self] in self?.awaitQuiet(heard: heard, since: since) }
    }

    /// Ends once everything is written; whoever asks a second time does not wait for that.
    private func end(_ status: ExitStatus) {
        guard !isEnding else { return finish(ending(with: status)) }
        isEnding = true
        if status == .success { unheard = bridge?.unheardCount ?? 0 }
        leftOut = bridge?.leftOutCount ?? 0
        bridge?.stop()
        console?.finish(within: nil) { [weak self] in
            if let self { finish(ending(with: status)) }
        }
    }

    private func ending(with status: ExitStatus) -> Ending {
        var ending = Ending(status: status)
        if leftOutEvents > 0 {
            ending.sentences.append(
                "the reader was too slow; events that were left out: \(leftOutEvents)")
        }
        if leftOutBytes > 0 {
            ending.sentences.append(
                "the reader was too slow; bytes that were left out at the end: \(leftOutBytes)")
        }
        if unheard > 0 {
            ending.sentences.append(
                "the phone stopped answering; notifications it did not tell of: \(unheard)")
        }
        if leftOut > 0 {
            ending.sentences.append(
                "too many notifications at once; those that were left out: \(leftOut)")
        }
        if status == .success { ending.sentences.append(Self.whatIsNext) }
        return ending
    }

    /// Ends when there is nobody to write to.
    private func abandon(_ ending: Ending) {
        isEnding = true
        bridge?.stop()
        finish(ending)
    }
}
