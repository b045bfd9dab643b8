import Commands
import Expecting
import Foundation
import ServingSupport
import Settings
import Testing
import Waiting

@testable import AddOnRuntime
@testable import Configuration

/// Add-on services take the files that `callboard config check` takes, and no others.
struct AddOnConfigurationTests {
    private static let table = Program(
        Command(
            name: "test", summary: "Test",
            commands: [Command(name: "run", summary: "Run", options: AddOnOptions.all)]),
        version: "1")

    /// A file with some lines, gone after the test.
    private static func with<Value>(
        _ lines: String, _ body: (String) throws -> Value
    ) throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "conf-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/callboard.conf"
        try lines.write(toFile: path, atomically: true, encoding: .utf8)
        return try body(path)
    }

    private static let wrong: [(lines: String, words: String, why: String)] = [
        ("[wal]\nopen = yes\n", "unknown section [wal]; did you mean [wall]?", "misspelt"),
        ("[nonsense]\n", "unknown section [nonsense]", "a section that there is not"),
        ("[wall]\n[history]\nkeep = soon\n", "keep", "a value of the bridge"),
        ("[mqtt]\n[control]\nread-grup = adm\n", "read-grup", "a key of the bridge"),
        ("[rule a]\napp = Mail\n", "the rule does nothing", "what only all of a section shows"),
        ("[image a]\nsize = 10x10\nfile = /x.png\n[image a]\n", "[image a]", "a display twice"),
        ("[central]\nhost =\n", "host must be NAME", "of another service"),
        ("[wall]\nurl = ftp://a\n", "must begin with http:// or https://", "of the service itself"),
    ]

    @Test(arguments: wrong.indices, AddOnSections.all.indices)
    func `a service refuses what the check refuses, with the same sentences`(
        _ index: Int, _ service: Int
    ) throws {
        let (lines, words, why) = Self.wrong[index]
        try Self.with(lines) { path in
            guard case .run(let arguments) = try Self.table.parse(["run", "--config", path])
            else { return }
            let check = #expect(throws: SettingsFile.Failure.self, "\(why)") {
                _ = try SettingsFile(arguments).read()
            }
            let file = AddOnConfiguration(arguments, AddOnSections.all[service]) { $0.isGiven }
            let refusal = #expect(throws: SettingsFile.Failure.self, "\(why)") {
                _ = try file.read()
            }
            expect(refusal.map { "\($0)" }, is: check.map { "\($0)" }, "\(why)")
            #expect(check.map { "\($0)".contains(words) } ?? false, "\(why): \(check as Any)")
        }
    }

    @Test func `a service finds its section and the bridge in a file that is right`() throws {
        let lines = "[control]\nsocket = /run/x.sock\n[history]\nkeep = 30d\n[wall]\nopen = yes\n"
        try Self.with(lines) { path in
            guard case .run(let arguments) = try Self.table.parse(["run", "--config", path])
            else { return }
            let wall = try AddOnConfiguration(arguments, WallKeys.section) { $0[WallKeys.open] }
                .read()
            expect(wall.settings, is: true)
            expect(wall.socket, is: "/run/x.sock")
            let mqtt = try AddOnConfiguration(arguments, MQTTKeys.section) { $0.isGiven }.read()
            expect(mqtt.settings, is: false, "it has none")
        }
    }

    @Test(arguments: [["callboard-wall"], ["callboard-mqtt"], ["callboard-central", "push"]])
    func `a program does not start with such a file`(_ words: [String]) throws {
        try Self.with("[wal]\n[mqttt]\n[centrall]\n") { path in
            let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
                .deletingLastPathComponent()
            let said = path + ".said"
            let program = try BackgroundProgram(
                [programs.appending(path: words[0]).path, words.last == "push" ? "push" : "run"]
                    + ["--config", path], saying: said)
            expect(program.ends(), is: 78)
            let text = try String(contentsOfFile: said, encoding: .utf8)
            #expect(text.contains("unknown section [wal]; did you mean [wall]?"), "\(text)")
        }
    }
}
