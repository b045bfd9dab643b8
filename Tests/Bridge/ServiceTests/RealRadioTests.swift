import Expecting
import KernelRadio
import Linux
import Settings
import SimulatedPhone
import Testing

@testable import Bridge
@testable import Callboard
@testable import Commands
@testable import Configuration
@testable import Service

/// Which radio a command uses, and what is told where it cannot.
struct RealRadioTests {
    private func arguments(_ words: String...) throws -> ParsedArguments {
        guard case .run(let arguments) = try CallboardProgram.table.parse(words) else {
            throw Errno.noEntry
        }
        return arguments
    }

    /// The settings of a file with what the command line lays over it.
    private func settings(_ file: String, _ arguments: ParsedArguments) throws -> BridgeSettings {
        var draft = SettingsDraft(SettingsSections.table)
        draft.read(Array(file.utf8), file: "test.conf")
        RadioOptions.override(arguments)(&draft)
        return BridgeSettings(try draft.finished { BridgeSettings($0).problems })
    }

    @Test(
        arguments: [
            ("", [], .bluez, "nobody said anything"),
            ("[radio]\nradio = kernel", [], .kernel, "the configuration says so"),
            ("[radio]\nradio = bluez", ["--radio", "kernel"], .kernel, "the command line does"),
            ("[radio]\nradio = kernel", ["--radio", "bluez"], .bluez, "the command line does"),
            ("[radio]\nradio = kernel", ["--radio=simulated"], .simulated, "no real phones at all"),
            ("[radio]\nradio = simulated", [], .simulated, "the configuration says so"),
            ("[radio]\nradio = simulated", ["--radio", "bluez"], .bluez, "the command line does"),
        ] as [(String, [String], RadioKind, Comment)])
    func `the command line holds over the configuration`(
        file: String, words: [String], kind: RadioKind, why: Comment
    ) throws {
        guard case .run(let arguments) = try CallboardProgram.table.parse(["run"] + words) else {
            throw Errno.noEntry
        }
        let options = RunCommand(arguments)
        expect(options.kind(with: try settings(file, arguments)), is: kind, why)
        expect(options.isSimulated, is: words.contains("--radio=simulated"), why)
    }

    @Test(
        arguments: [
            ("", [], 60, "a service begins again while somebody is still there to see it"),
            ("repeat-after = 5m", [], 300, "the configuration says so"),
            ("repeat-after = 0s", [], nil, "never"),
            ("", ["--radio", "simulated"], nil, "who tries a command sees all of it"),
            (
                "repeat-after = 5m", ["--radio", "simulated"], 300,
                "the configuration holds for it, too"
            ),
        ] as [(String, [String], Int?, Comment)])
    func `a scenario begins again after a pause`(
        line: String, words: [String], seconds: Int?, why: Comment
    ) throws {
        guard case .run(let arguments) = try CallboardProgram.table.parse(["run"] + words) else {
            throw Errno.noEntry
        }
        let settings = try settings("[radio]\nradio = simulated\n\(line)", arguments)
        let pause = settings.simulation.pause(isTried: RunCommand(arguments).isSimulated)
        expect(pause, is: seconds.map { .seconds($0) }, why)
    }

    @Test(
        arguments: [
            ("", "/state", "real phones have it where it always was"),
            ("radio = simulated", "/state/simulated", "beside that of real ones, not among it"),
            ("radio = simulated\n[history]\nfolder = /srv", "/srv/simulated", "the same there"),
            ("[history]\nfolder = /srv", "/srv", "the configuration says so"),
            ("radio = simulated\n[history]\nenabled = no", nil, "none is kept"),
        ] as [(String, String?, Comment)])
    func `the history of simulated phones is a history of its own`(
        lines: String, folder: String?, why: Comment
    ) throws {
        let arguments = try arguments("run", "--state", "/state")
        let settings = try settings("[radio]\n" + lines, arguments)
        expect(RunCommand(arguments).historyFolder(with: settings), is: folder, why)
    }

    @Test func `what only simulated phones follow wants them`() throws {
        let given = try arguments("run", "--speed", "2")
        let options = RunCommand(given)
        #expect(
            options.problem(with: try settings("", given))
                == "--speed is about simulated phones; add --radio simulated")
        let simulated = try settings("[radio]\nradio = simulated", given)
        expect(options.problem(with: simulated), is: nil)
    }

    @Test(arguments: ["demo", "flood", "two-phones", "/nowhere"])
    func `a scenario is one of those that are built in, or a file`(_ source: String) throws {
        let settings = try settings("[radio]\nscenario = \(source)", arguments("run"))
        if source == "/nowhere" {
            #expect(throws: ScenarioFileError.self) { try settings.simulation.scenario() }
        } else {
            #expect(try !settings.simulation.scenario().phoneNames.isEmpty)
        }
    }

    @Test func `a scenario that is neither is refused with what there is`() throws {
        let error = #expect(throws: SettingsError.self) {
            try settings("[radio]\nscenario = demmo", arguments("run"))
        }
        let sentence = error?.description ?? ""
        #expect(sentence.contains("[radio] scenario must be the path of a file"))
        #expect(sentence.hasSuffix("did you mean demo?"), "\(sentence)")
    }

    @Test(arguments: ["pair", "phones", "doctor"])
    func `every command with a radio can be told which`(_ command: String) throws {
        let arguments = try arguments(command, "--radio", "kernel")
        try expect(settings("", arguments).radio, is: .kernel)
        #expect(throws: UsageError.self) { try self.arguments(command, "--radio", "simulated") }
    }

    @Test func `a way to texts that bluetoothd alone has makes no sense without it`() throws {
        let given = try arguments("pair", "--data-source", "acquire", "--radio", "kernel")
        #expect(
            RadioOptions.problem(with: given, try settings("", given))
                == "--data-source is about bluetoothd; leave it out, or add --radio bluez")
        let alone = try arguments("pair", "--radio", "kernel")
        let file = "[radio]\ndata-source = acquire"
        expect(RadioOptions.problem(with: alone, try settings(file, alone)), is: nil)
        let fitting = try arguments("pair", "--data-source", "acquire")
        expect(RadioOptions.problem(with: fitting, try settings("", fitting)), is: nil)
    }

    @Test(
        arguments: [
            (.noCapability, 77, "sudo setcap cap_net_admin+ep /"),
            (.noBluetooth, 69, "sudo modprobe bluetooth"),
            (.refused(.noEntry), 69, "No such file"),
        ] as [(KernelObstacle, Int32, String)])
    func `what stands in the way of the kernel's radio is told with what mends it`(
        obstacle: KernelObstacle, status: Int32, words: String
    ) {
        let refusal = StateOptions.Refusal(obstacle)
        expect(refusal.status.rawValue, is: status)
        #expect(refusal.sentence.contains(words), "\(refusal.sentence)")
    }
}
