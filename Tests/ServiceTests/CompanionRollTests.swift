import Contract
import Control
import Expecting
import Formats
import JSON
import Linux
import Testing

@testable import Service

/// What the bridge knows of the programs beside it.
struct CompanionRollTests {
    private static let noon = WallTime(milliseconds: 1_772_000_000_000)
    private static let later = noon.advanced(by: .seconds(60))

    private static func mqtt(_ words: String, works: Bool = true) -> CompanionRequest {
        CompanionRequest(name: "mqtt", works: works, words: words)
    }

    /// Each companion as its name, state, words, and how many seconds after noon that began.
    private func rows(_ roll: CompanionRoll) -> [String] {
        roll.statuses.map { row in
            let seconds = row.since.map { ($0.milliseconds - Self.noon.milliseconds) / 1000 }
            return "\(row.name) \(row.state) \(row.words) \(seconds.map { "\($0)" } ?? "")"
        }
    }

    @Test func `what holds on holds since it began, what changes since then`() throws {
        var roll = CompanionRoll()
        expect(rows(roll), is: [])
        expect(roll.take(Self.mqtt("up"), since: nil, from: 1, at: Self.noon), is: true)
        expect(roll.take(Self.mqtt("up"), since: nil, from: 1, at: Self.later), is: true)
        expect(rows(roll), is: ["mqtt works up 0"])
        _ = roll.take(Self.mqtt("down", works: false), since: nil, from: 1, at: Self.later)
        expect(rows(roll), is: ["mqtt fails down 60"])
        _ = roll.take(Self.mqtt("up"), since: Self.noon, from: 1, at: Self.later)
        expect(rows(roll), is: ["mqtt works up 0"], "it knows better itself")
    }

    @Test func `one that goes is gone until one of its name comes`() throws {
        var roll = CompanionRoll()
        _ = roll.take(Self.mqtt("up"), since: nil, from: 1, at: Self.noon)
        roll.leave(7, at: Self.later)
        roll.leave(1, at: Self.later)
        expect(rows(roll), is: ["mqtt gone up 60"])
        _ = roll.take(Self.mqtt("up"), since: nil, from: 2, at: Self.noon)
        expect(rows(roll), is: ["mqtt works up 0"])
    }

    @Test func `two of one name are two`() throws {
        var roll = CompanionRoll()
        _ = roll.take(Self.mqtt("here"), since: nil, from: 1, at: Self.noon)
        _ = roll.take(Self.mqtt("there"), since: nil, from: 2, at: Self.noon)
        expect(rows(roll), is: ["mqtt works here 0", "mqtt works there 0"])
    }

    @Test func `past the limit one that has gone gives way, and none that is here`() throws {
        var roll = CompanionRoll()
        for client in 1...UInt64(CompanionRoll.limit) {
            let companion = CompanionRequest(
                name: "c\(client)", works: true, words: "up")
            expect(roll.take(companion, since: nil, from: client, at: Self.noon), is: true)
        }
        expect(roll.take(Self.mqtt("up"), since: nil, from: 99, at: Self.noon), is: false)
        roll.leave(3, at: Self.later)
        expect(roll.take(Self.mqtt("up"), since: nil, from: 99, at: Self.noon), is: true)
        let rows = rows(roll)
        expect(rows.count, is: CompanionRoll.limit)
        expect(rows.contains { $0.hasPrefix("c3 ") }, is: false)
    }
}
