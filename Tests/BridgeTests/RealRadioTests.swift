import Arguments
import KernelRadio
import Linux
import Settings
import Testing

@testable import Bridge

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
        ] as [(String, [String], RunOptions.RadioKind, Comment)])
    func `the command line holds over the configuration`(
        file: String, words: [String], kind: RunOptions.RadioKind, why: Comment
    ) throws {
        guard case .run(let arguments) = try CallboardProgram.table.parse(["run"] + words) else {
            throw Errno.noEntry
        }
        let options = RunOptions(arguments)
        #expect(options.kind(with: try settings(file, arguments)) == kind, why)
        #expect(options.isSimulated == (kind == .simulated), why)
    }

    @Test(arguments: ["pair", "phones", "doctor"])
    func `every command with a radio can be told which`(_ command: String) throws {
        let arguments = try arguments(command, "--radio", "kernel")
        #expect(try settings("", arguments).radio == .kernel)
        #expect(throws: UsageError.self) { try self.arguments(command, "--radio", "simulated") }
    }

    @Test func `a way to texts that bluetoothd alone has makes no sense without it`() throws {
        let given = try arguments("pair", "--data-source", "acquire", "--radio", "kernel")
        #expect(
            RadioOptions.problem(with: given, try settings("", given))
                == "--data-source is about bluetoothd; leave it out, or add --radio bluez")
        let alone = try arguments("pair", "--radio", "kernel")
        let file = "[radio]\ndata-source = acquire"
        #expect(RadioOptions.problem(with: alone, try settings(file, alone)) == nil)
        let fitting = try arguments("pair", "--data-source", "acquire")
        #expect(RadioOptions.problem(with: fitting, try settings("", fitting)) == nil)
    }

    @Test(
        arguments: [
            (.noCapability, 77, "sudo systemctl enable --now callboard-kernel"),
            (.noCapability, 77, "sudo setcap cap_net_admin+ep /"),
            (.noBluetooth, 69, "sudo modprobe bluetooth"),
            (.refused(.noEntry), 69, "No such file"),
        ] as [(KernelObstacle, Int32, String)])
    func `what stands in the way of the kernel's radio is told with what mends it`(
        obstacle: KernelObstacle, status: Int32, words: String
    ) {
        let refusal = StateOptions.Refusal(obstacle)
        #expect(refusal.status.rawValue == status)
        #expect(refusal.sentence.contains(words), "\(refusal.sentence)")
    }
}
