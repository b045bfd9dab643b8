import Expecting
import Foundation
import Testing

/// The import arrows are those of the table in `Docs/architecture.md`, in the sources and in the
/// manifest.
struct ArchitectureTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Modules of the toolchain that any room may import.
    private static let toolchain: Set = ["Synchronization"]

    /// The rooms that are only C libraries.
    private static let libraries: Set = [
        "CBluetooth", "CDBus", "CLinux", "CMosquitto", "CPCRE2", "CPango", "CPostgreSQL",
        "CSQLite",
    ]

    /// What lies among the rooms and is no Swift: how the program is installed.
    private static let noRooms: Set = ["Packaging"]

    /// The rooms and what each may import, as the document's table says.
    private static func table() throws -> [String: Set<String>] {
        let url = root.appending(path: "Docs/architecture.md")
        let text = try String(contentsOf: url, encoding: .utf8)
        var table: [String: Set<String>] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3 else { continue }
            let imports = names(in: cells[2])
            for room in names(in: cells[0]) { table[room] = imports }
        }
        return table
    }

    private static func names(in cell: String) -> Set<String> {
        Set(cell.split(separator: "`").map(String.init).filter { $0.first?.isUppercase ?? false })
    }

    private static func imports(of room: String) throws -> [(file: String, module: String)] {
        let folder = root.appending(path: "Sources/\(room)")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var found: [(String, String)] = []
        for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"), index <= 2,
                    words[..<index].allSatisfy({ $0.first != "/" && !$0.contains("\"") }),
                    index + 1 < words.count
                else { continue }
                found.append((file.lastPathComponent, String(words[index + 1])))
            }
        }
        return found
    }

    @Test func `every room is in the table, and every row is a room`() throws {
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: Self.root.appending(path: "Sources").path)
        let table = try Self.table()
        expect(Set(folders).subtracting(Self.noRooms), is: Set(table.keys))
    }

    @Test func `no room imports what the table does not allow`() throws {
        for (room, allowed) in try Self.table() {
            for (file, module) in try Self.imports(of: room) {
                #expect(
                    allowed.union(Self.toolchain).contains(module),
                    "\(room)/\(file) imports \(module)")
            }
        }
    }

    @Test func `no room is allowed an import that it does not use`() throws {
        for (room, allowed) in try Self.table() {
            let used = Set(try Self.imports(of: room).map(\.module))
            for module in allowed { #expect(used.contains(module), "\(room) and \(module)") }
        }
    }

    @Test func `the manifest declares the arrows of the table`() throws {
        let manifest = try String(
            contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8
        ).filter { !$0.isWhitespace }
        for (room, allowed) in try Self.table() where !Self.libraries.contains(room) {
            let start =
                manifest.firstRange(of: "room(\"\(room)\"")
                ?? manifest.firstRange(of: "executableTarget(name:\"\(room)\"")
            guard let start else {
                Issue.record("\(room) is not in the manifest")
                continue
            }
            let entry = manifest[start.upperBound...].prefix { $0 != ")" && $0 != "]" }
            let declared = Self.quoted(in: entry)
            expect(declared, is: allowed, "\(room)")
        }
    }

    private static func quoted(in entry: Substring) -> Set<String> {
        let pieces = entry.split(separator: "\"", omittingEmptySubsequences: false)
        return Set(pieces.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) })
    }

    @Test func `imports run one way: no room reaches itself`() throws {
        let table = try Self.table()
        for room in table.keys {
            var reached: Set<String> = []
            var open = table[room] ?? []
            while let next = open.popFirst() {
                guard reached.insert(next).inserted else { continue }
                open.formUnion(table[next] ?? [])
            }
            #expect(!reached.contains(room), "\(room) reaches itself")
        }
    }
}
