import Expecting
import Foundation
import Notices
import Outlets
import Settings
import Support
import Testing

@testable import Callboard
@testable import Commands

/// What the documents say of commands, statuses and pairing is what the code does.
struct CommandsDocumentTests {
    private static func lines() throws -> [String] {
        try Checkout.text("Docs/reference/commands.md").split(separator: "\n").map(String.init)
    }

    /// The rows that a table of commands has, one for each that does something.
    private static var rows: [String] {
        CallboardProgram.table.root.commands.flatMap { command in
            let worksAlone = command.commands.isEmpty || command.optionsAlone != nil
            return (worksAlone ? [(command.name, command.summary)] : [])
                + command.commands.map { (command.name + " " + $0.name, $0.summary) }
        }.map { "| `callboard \($0)` | \($1) |" }
    }

    @Test func `every command is in the document, and no other`() throws {
        let lines = try Self.lines()
        expect(lines.filter { $0.hasPrefix("| `callboard ") }, is: Self.rows)
    }

    @Test func `every exit status is in the document, and no other`() throws {
        let lines = try Self.lines()
        expect(
            lines.filter { $0.contains(/^\| `\d+` \|/) },
            is: ExitStatus.documented.map { "| `\($0.rawValue)` | \($1) |" })
    }
}
