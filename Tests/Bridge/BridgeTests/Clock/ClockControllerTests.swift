import Expecting
import Features
import Linux
import Notices
import SimulatedPhone
import Testing

@testable import Bridge

/// A clock that records how it is moved.
final class RecordedClock: SettableClock {
    private let moves = Locked<[Duration]>([])
    let maySet: Bool
    private let isKept: Bool
    private let error: Errno?

    /// - Parameters:
    ///   - isKept: whether another program keeps it right.
    ///   - error: error of the kernel when it is to be moved.
    init(maySet: Bool = true, isKept: Bool = false, error: Errno? = nil) {
        self.maySet = maySet
        self.isKept = isKept
        self.error = error
    }

    var isSynchronised: Bool {
        get throws(Errno) { isKept }
    }

    /// Whole seconds of each move.
    var seconds: [Int64] { moves.withLock { $0.map { ($0.milliseconds + 500) / 1000 } } }

    func move(by duration: Duration) throws(Errno) {
        if let error { throw error }
        moves.withLock { $0.append(duration) }
    }
}

extension BridgeTests {
    /// What a bridge does with the clock of the host when phones report theirs.
    struct Clock {
        private static func phone(_ name: String, ahead: Int, at: Int = 0) -> String {
            """
            {"name": "\(name)", "model": "iphone-12", "arrives": \(at),
              "behaviour": {"clock": {"zone": 60, "ahead": \(ahead)}}}
            """
        }

        /// A bridge whose phones have told the time, and the messages for users.
        @LoopActor
        private static func run(
            _ phones: [String], _ clock: RecordedClock?
        ) async throws -> (bench: BridgeBench, messages: [String]) {
            let text = """
                {"format": 1, "ends": 60, "phones": [\(phones.joined(separator: ","))]}
                """
            let bench = BridgeBench(
                try Scenario(parsing: Array(text.utf8), file: "test.json"))
            let messages = Locked<[String]>([])
            bench.bridge?.clock = clock.map { clock in
                ClockController(clock) { text in messages.withLock { $0.append(text) } }
            }
            bench.start()
            let isRead = await bench.waits {
                let read = bench.bridge?.status.phones.filter { $0.clockRead != nil }
                return read?.count == phones.count
            }
            expect(isRead, is: true)
            return (bench, messages.withLock { $0 })
        }

        @LoopActor
        @Test(
            arguments: [
                (
                    90_000, RecordedClock(), [90_000], "set 24 h forward by the clock of Ann",
                    "a day"
                ),
                (1, RecordedClock(), [], "agrees with the clock of Ann", "a second"),
                (
                    86_400, RecordedClock(isKept: true), [],
                    "not set by the clock of Ann: another program keeps this one right",
                    "synchronised"
                ),
                (
                    86_400, RecordedClock(error: .notPermitted), [],
                    "the clock of this host cannot be set: Operation not permitted", "refused"
                ),
                (86_400, RecordedClock(maySet: false), [], ClockController.noRight, "no right"),
                (
                    630_720_000, RecordedClock(), [],
                    "not set by the clock of Ann: it shows a date that cannot be", "absurd"
                ),
            ] as [(Int, RecordedClock, [Int64], String, String)])
        func `the clock is set by a phone, and the state says so`(
            ahead: Int, clock: RecordedClock, moves: [Int64], words: String, why: String
        ) async throws {
            let (bench, messages) = try await Self.run([Self.phone("Ann", ahead: ahead)], clock)
            let controller = try #require(bench.bridge?.clock)
            expect(clock.seconds, is: moves, "\(why)")
            expect(controller.words, is: words, "\(why)")
            expect(controller.last?.phone.name, is: moves.isEmpty ? nil : "Ann", "\(why)")
            let isTold = controller.problem != nil || !moves.isEmpty
            expect(messages.count, is: isTold ? 1 : 0, "once: \(why)")
            #expect(!messages.contains { $0.contains("Ann") }, "no name in a log")
            bench.stop()
        }

        @LoopActor
        @Test func `without the setting the clock is left alone`() async throws {
            let (bench, messages) = try await Self.run([Self.phone("Ann", ahead: 86_400)], nil)
            expect(messages, is: [])
            let lead = try #require(bench.bridge?.status.phones.first?.clockLead)
            #expect(lead > .seconds(86_000), "\(lead)")
            bench.stop()
        }

        @LoopActor
        @Test func `of several phones the first one sets the clock`() async throws {
            let clock = RecordedClock()
            let (bench, _) = try await Self.run(
                [Self.phone("Ann", ahead: 9_000), Self.phone("Bob", ahead: -9_000, at: 20)], clock)
            expect(clock.seconds, is: [9_000])
            expect(bench.bridge?.clock?.words, is: "set 2 h forward by the clock of Ann")
            bench.stop()
        }
    }
}
