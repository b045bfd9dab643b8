import Commands
import Expecting
import Settings
import Testing

@testable import Callboard

extension ProgramTests {
    /// A configuration that is named and cannot be read, in every command that takes one.
    struct UnreadableConfigurationTests {
        private static let path = "/nowhere/callboard.conf"
        private static let option = ConfigurationFile.parameter.option.name
        private static let sentence =
            "callboard: \(path) cannot be read: No such file or directory\n"

        /// The words of each command that takes a configuration, with those that it cannot do without.
        static let lines: [[String]] = CallboardProgram.commands
            .filter { !$0.reportsConfiguration }
            .flatMap { lines(of: $0.entry, behind: [], taking: []) }

        private static func lines(
            of command: Command, behind words: [String], taking options: [Option]
        ) -> [[String]] {
            let (words, options) = (words + [command.name], options + command.options)
            let below = command.commands.flatMap { lines(of: $0, behind: words, taking: options) }
            let alone = command.commands.isEmpty ? options : command.optionsAlone ?? []
            guard alone.contains(where: { $0.name == option }) else { return below }
            let operands = command.operands.filter { !$0.isOptional }.map { _ in "word" }
            return below + [words + operands]
        }

        @Test(arguments: lines)
        func `the command says so, ends with status 66, and asks no other bridge`(
            _ words: [String]
        ) async throws {
            let outcome = try await ProgramTests.shell(
                #"exec "$0" "$@" < /dev/null"#, words + ["--\(Self.option)", Self.path])
            expect(outcome.status, is: 66, "\(words): \(outcome.errors)")
            expect(outcome.errors, is: Self.sentence, "\(words)")
            expect(outcome.output, is: "", "\(words)")
        }

        @Test func `each command that asks a bridge is among them, and the doctor alone is not`() {
            let words = Self.lines.map { $0.joined(separator: " ") }
            for command in ["beacons", "clear", "show", "list", "reload", "phones", "pair"] {
                #expect(words.contains(command), "\(words)")
            }
            #expect(words.count > 25, "\(words)")
            let others = CallboardProgram.commands.filter(\.reportsConfiguration)
            expect(others.map(\.entry.name), is: ["doctor"])
        }

        @Test(arguments: ["clear --app Mail", "clear --all --yes", "show f6y", "beacons --wait 0"])
        func `other choices make no difference`(_ words: String) async throws {
            let outcome = try await ProgramTests.shell(
                #"exec "$0" \#(words) --config \#(Self.path) < /dev/null"#)
            expect(outcome.status, is: 66)
            expect(outcome.errors, is: Self.sentence)
        }

        @Test func `a socket that is named needs no configuration`() async throws {
            let outcome = try await ProgramTests.shell(
                #"exec "$0" list --config \#(Self.path) --socket /nowhere/sock"#)
            expect(outcome.status, is: 69)
            #expect(!outcome.errors.contains(Self.path), "\(outcome.errors)")
        }
    }
}
