import Expecting
import Testing

extension ProgramTests {
    /// The battery of phones, now and in the history: `callboard battery`.
    struct BatteryCommandTests {
        /// A moment two years before the notices of other tests: the future has no columns.
        private static func hour(_ day: Int, _ hour: Double) -> Int64 {
            KeptNotice.hour(day - 730, hour)
        }

        /// Runs a script where the history has two days of a phone's battery.
        private static func history(_ script: String) async throws -> Child.Outcome {
            func level(_ day: Int, _ hour: Double, _ level: Int) -> String {
                #"echo '{"battery":{"phone":"Mara'\''s iPhone","bond":"AA","at":"#
                    + "\(Self.hour(day, hour))" + #","level":\#(level)}}' >> told"#
            }
            let told = [
                "echo '{\"callboard_history\":1}' > told",
                #"echo '{"link":{"phone":"Mara'\''s iPhone","bond":"AA","began":"#
                    + "\(Self.hour(4, 5)),\"ended\":\(Self.hour(5, 10))}}' >> told",
                level(4, 5, 80), level(4, 11, 40), level(5, 9, 100),
                #""$0" history import told --history h"#,
                #"look() { "$0" battery --history "$dir/h" --socket none "$@"; }"#,
            ]
            return try await ProgramTests.history(
                told.joined(separator: "\n") + "\n" + script, notices: [KeptNotice.some[0]])
        }

        @Test func `days are charts, and programs read events`() async throws {
            let outcome = try await Self.history(
                """
                look --since 2024-11-04 --until 2024-11-05; echo $?
                look --json | sed 's/"phone_id":"[^"]*",//'
                look --json --phone mara --since 2024-11-05; echo $?
                """)
            func cells(_ parts: (Character, Int)...) -> String {
                parts.map { String(repeating: $0.0, count: $0.1) }.joined()
            }
            let first = cells((" ", 12), ("▆", 12), ("▃", 24))
            let second = cells(("▃", 20), ("█", 3), (" ", 25))
            let at = "2024-11-05T10:00:00.000+01:00"
            expect(
                outcome.output,
                is: """
                    Mara's iPhone  100 % (5 Nov 2024, 10:00)
                    4 Nov 2024   \(first)  40–80 %
                    5 Nov 2024   \(second)  40–100 %
                                 0           6           12          18
                    0
                    {"v":1,"event":"battery","at":"2024-11-04T06:00:00.000+01:00","phone":"Mara's iPhone","battery":80}
                    {"v":1,"event":"battery","at":"2024-11-04T12:00:00.000+01:00","phone":"Mara's iPhone","battery":40}
                    {"v":1,"event":"battery","at":"\(at)","phone":"Mara's iPhone","battery":100}
                    1

                    """)
            expect(
                outcome.errors,
                is: """
                    callboard: notifications imported: 0; battery levels: 3
                    callboard: no such battery levels are stored; battery = yes in [history] stores new ones

                    """)
        }

        @Test func `what is forgotten is counted, and an export has the rest`() async throws {
            let outcome = try await Self.history(
                """
                "$0" history forget --history h --before 2024-11-05 --yes; echo $?
                "$0" history export --history h | grep -c battery
                "$0" history forget --history h --phone "Mara's iPhone" --yes; echo $?
                look; echo $?
                look --since never; echo $?
                "$0" battery --history nowhere --socket none; echo $?
                """)
            expect(outcome.lines, is: ["0", "1", "0", "1", "64", "1"])
            #expect(
                outcome.errors.contains("notifications forgotten: 0; battery levels: 2\n"),
                "\(outcome.errors)")
            #expect(
                outcome.errors.contains("notifications forgotten: 1; battery levels: 1\n"),
                "\(outcome.errors)")
            #expect(outcome.errors.contains("--since must be a time"), "\(outcome.errors)")
            #expect(outcome.errors.contains("there is no history in nowhere"), "\(outcome.errors)")
        }

        private static let scenario = """
            {"format": 1, "ends": 86400, "phones": [{"name": "Ann", "bond": "ann",
              "timeline": [{"at": 1, "add": {"name": "a", "app": "com.apple.MobileSMS"}}]}]}
            """

        @Test(arguments: [("yes", 1, ""), ("no", 0, "no such battery levels are stored")])
        func `a bridge stores levels where that is wanted, and tells the one of now`(
            _ wanted: String, _ days: Int, _ error: String
        ) async throws {
            let outcome = try await ProgramTests.bridge(
                """
                printf '[history]\\nbattery = \(wanted)\\n' > conf
                start --scenario scenario -F json:a --history h
                until_true 'grep -q battery..83 a && grep -q com.apple.MobileSMS a'
                settle
                until_true 'ask battery --history h | grep -q "Ann  83 % now"'
                ask battery --history h | grep -c '  83 %$'
                end > ended
                "$0" battery --history h --socket none --json | grep -c '"battery":83'
                """, scenario: Self.scenario)
            expect(outcome.lines, is: ["\(days)", "\(days)"], "\(outcome.errors)")
            if !error.isEmpty { #expect(outcome.errors.contains(error), "\(outcome.errors)") }
        }
    }
}
