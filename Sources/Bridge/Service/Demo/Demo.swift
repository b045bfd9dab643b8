import ANCS
import BeaconMonitoring
import Bridge
package import Commands
import Configuration
import HistoryCommands
package import Linux
import Notices
import Outlets
import SimulatedPhone

/// Demo: a bridge with a simulated radio and standard output as its only output.
@LoopActor
package final class Demo {
    /// How long phones may be silent after the end of the scenario; then the demo ends even if they have more to send.
    private static let grace: Duration = .seconds(15)
    /// Interval of checks whether all phones are settled.
    private static let look: Duration = .milliseconds(50)

    /// Descriptors needed by the loop, its suspend watch, signals and standard output.
    private nonisolated static let descriptorsForAll = 6
    /// Descriptors needed by each phone: both ends of its link.
    private nonisolated static let descriptorsForPhone = 2

    /// Message about what to try next.
    ///
    /// Its commands use the name by which the program was started: in a source folder it is not in PATH.
    private static var whatIsNext: String {
        let name = ShellWord(CommandLine.arguments[0]).quoted
        let isWallThere = BesideProgram.path(of: DemoWall.program) != nil
        return "that was a simulated iPhone; "
            + "its day on this terminal, with keys: \(name) demo --board; "
            + (isWallThere
                ? "in a browser: \(name) demo --wall"
                : "in a browser: install \(DemoWall.program), or make demo WALL=1")
            + "; for more see \(name) demo --help"
    }

    private let pace: Pace
    private let foreground: ForegroundBridge
    private let beacons: BeaconMonitor

    private init(
        _ options: DemoCommand, _ scenario: Scenario,
        finish: @escaping @LoopActor (ForegroundBridge.Ending) -> Void
    ) {
        pace = Pace(speed: options.speed)
        let radio = SimulatedRadio(scenario: scenario, pace: pace, seed: options.seed)
        let foreground = ForegroundBridge(
            name: "the demo", radio: radio, outputs: [OutputConfiguration(format: options.format)],
            showsSource: options.showsSource,
            configuration: Session.Configuration(maximumTextLength: options.textLength),
            pace: pace, finish: finish)
        self.foreground = foreground
        beacons = BeaconMonitor(
            radio, rememberingIn: nil, isSimulated: true, pace: pace, for: foreground)
        if scenario.hasAir {
            foreground.willStart = { [weak self] _ in
                self?.watchBeacons()
                return nil
            }
        }
        foreground.radioFinished = { [weak self] in self?.awaitQuiet() }
        foreground.lastWords = { [weak self] status in self?.lastWords(status) ?? [] }
    }

    private func watchBeacons() {
        foreground.add(beacons)
        beacons.start(DemoBeacons.settings)
    }

    /// Plays the demo on the calling thread until it ends.
    ///
    /// - Parameter show: shows the board of the bridge at a socket until the user quits.
    package nonisolated static func run(
        _ options: DemoCommand, showingBoard show: DemoBoard.Showing
    ) -> ExitStatus {
        if let problem = options.problem {
            Messages.say(problem)
            return .usage
        }
        DemoSurroundings.leave()
        if options.showsBoard { return DemoBoard.run(options, show) }
        if options.showsWall { return DemoWall.run(options) }
        if let folder = options.history { return DemoYear.make(in: folder, seed: options.seed) }
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
        return ForegroundBridge.run { finish in
            let demo = Demo(options, scenario, finish: finish)
            demo.foreground.start()
            return demo
        }
    }

    /// Ends the demo once the phones have sent everything, or have been silent for `grace`.
    ///
    /// - Parameters:
    ///   - heard: number of messages from phones at the last check.
    ///   - since: start of the present silence.
    private func awaitQuiet(heard: Int = 0, since: Duration? = nil) {
        let bridge = foreground.bridge
        guard !bridge.isSettled else { return foreground.end(.success) }
        let since = bridge.news == heard ? since ?? pace.now : pace.now
        guard pace.now < since + Self.grace else { return foreground.end(.success) }
        let heard = bridge.news
        pace.after(Self.look, for: self) { $0.awaitQuiet(heard: heard, since: since) }
    }

    private func lastWords(_ status: ExitStatus) -> [String] {
        let isWhole = status == .success
        var sentences: [String] = []
        let unheard = foreground.bridge.unheardCount
        if isWhole, unheard > 0 {
            sentences.append(
                "the phone stopped answering; notifications it never described: \(unheard)")
        }
        let leftOut = foreground.bridge.leftOutCount
        if leftOut > 0 {
            sentences.append("too many notifications at once; dropped: \(leftOut)")
        }
        return isWhole ? sentences + [Self.whatIsNext] : sentences
    }
}
