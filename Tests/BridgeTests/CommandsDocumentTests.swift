import Arguments
import Expecting
import Foundation
import Notices
import Outlets
import Testing

@testable import Bridge

/// What the documents say of commands, statuses and pairing is what the code does.
struct CommandsDocumentTests {
    private static func document(_ name: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "Docs/\(name)"), encoding: .utf8)
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
        let lines = try Self.document("commands.md").split(separator: "\n").map(String.init)
        expect(lines.filter { $0.hasPrefix("| `callboard ") }, is: Self.rows)
    }

    @Test func `every exit status is in the document, and no other`() throws {
        let lines = try Self.document("commands.md").split(separator: "\n").map(String.init)
        expect(
            lines.filter { $0.contains(/^\| `\d+` \|/) },
            is: ExitStatus.documented.map { "| `\($0.rawValue)` | \($1) |" })
    }

    @Test(arguments: PairingNewsTests.all.indices)
    func `everything that is told of a pairing has its row`(_ index: Int) throws {
        let line = String(decoding: PairingNewsTests.all[index].line, as: UTF8.self)
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let event = try #require(object["event"] as? String)
        let section = try Self.document("control.md").components(separatedBy: "\n## ")
            .first { $0.hasPrefix("Pairing") }
        let rows = (section ?? "").split(separator: "\n").filter { $0.hasPrefix("| `\(event)` |") }
        let keys = Set(object.keys).subtracting(["event", "says"])
        let fitting = rows.filter { row in
            let cell = row.split(separator: "|", omittingEmptySubsequences: false)[2]
            let named = Set(
                cell.split(separator: ",").compactMap {
                    $0.split(separator: "`").dropFirst().first.map(String.init)
                })
            return named == keys
        }
        expect(fitting.count, is: 1, "\(line)")
        if let reason = object["reason"] as? String {
            expect(fitting.first?.contains("`\(reason)`"), is: true)
        }
    }
}
