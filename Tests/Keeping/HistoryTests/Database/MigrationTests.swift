import Expecting
import Linux
import Notices
import Testing

@testable import History

/// An older file is brought to the form of the day, whole or not at all.
struct MigrationTests {
    private let folder = TemporaryFolder()

    private static func step(_ sql: String) -> Migration {
        Migration(name: sql) { (database) throws(DatabaseError) in try database.script(sql) }
    }

    private static let first = step("CREATE TABLE a (x); PRAGMA application_id = 1130458220")
    private static let second = step("ALTER TABLE a ADD COLUMN y; INSERT INTO a VALUES (1, 2)")
    private static let third = step("CREATE TABLE b (z)")

    private func open(_ steps: [Migration]) throws(HistoryError) -> Database {
        try Database.openHistory(in: folder.path, durability: .normal, migrations: steps)
    }

    @Test func `each step is taken once, in order`() throws {
        for count in [1, 1, 2, 3, 3] {
            let steps = Array([Self.first, Self.second, Self.third].prefix(count))
            let database = try open(steps)
            try expect(database.number("PRAGMA user_version"), is: Int64(count))
        }
        let database = try open([Self.first, Self.second, Self.third])
        try expect(database.number("SELECT count(*) FROM a"), is: 1)
    }

    @Test func `a step that fails leaves the file as it was`() throws {
        _ = try open([Self.first])
        let broken = Self.step("CREATE TABLE c (x); CREATE TABLE a (x)")
        #expect(throws: HistoryError.self) { try open([Self.first, Self.second, broken]) }
        let database = try open([Self.first])
        try expect(database.number("PRAGMA user_version"), is: 1)
        try expect(database.number("SELECT count(*) FROM sqlite_schema"), is: 1)
    }

    @Test func `a reader brings an older file up too, and leaves a newer one`() throws {
        _ = try open([Self.first])
        let steps = [Self.first, Self.second]
        let database = try Database.openHistoryToRead(in: folder.path, migrations: steps)
        try expect(database.number("SELECT y FROM a"), is: 2)
        #expect(throws: HistoryError.newer(found: 2, known: 1)) {
            try Database.openHistoryToRead(in: folder.path, migrations: [Self.first])
        }
    }

    @Test func `a new file gives back its free pages, and is ours`() throws {
        let database = try Database.openHistory(in: folder.path, durability: .full)
        let facts: [(String, Int64)] = [
            ("auto_vacuum", 2), ("secure_delete", 1), ("application_id", 0x4361_6C6C),
            ("user_version", Int64(Schema.migrations.count)), ("synchronous", 2),
        ]
        for (name, value) in facts {
            try expect(database.number("PRAGMA \(name)"), is: value, "\(name)")
        }
        let normal = try Database.openHistory(in: folder.path, durability: .normal)
        try expect(normal.number("PRAGMA synchronous"), is: 1)
    }

    @Test func `errors have no values in them`() throws {
        let database = try open([Self.first])
        let error = #expect(throws: DatabaseError.self) {
            try database.run("INSERT INTO nowhere VALUES (?)", [DatabaseValue("secret")])
        }
        expect(error.map { "\($0) \($0.operation)".contains("secret") }, is: false)
    }
}
