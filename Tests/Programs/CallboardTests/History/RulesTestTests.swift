import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// What rules would have made of a history.
    struct RulesTestTests {
        private static let judge = #"""
            judge() { "$0" rules test --history "$dir/h" "$@"; }

            """#
        private static let conf =
            judge + #"""
                printf '%s\n' '[notices]' 'quiet-hours = 00:00-01:00' 'duplicates = 1d' \
                    '[rule quince]' 'sender = Quince' 'action = drop' \
                    '[rule calls]' 'category = call' 'action = hide' 'rename-app = Ring' \
                    '[rule never]' 'match = xyzzy' 'action = hide-text' > conf

                """#

        private static let notices =
            KeptNotice.some + [
                KeptNotice(
                    time: KeptNotice.hour(5, 20), title: "Tamarind", message: "no reply",
                    category: "email", app: "Mail", phone: "Jonas' iPhone")
            ]

        @Test func `every rule has its hits, and what is left out its reason`() async throws {
            let outcome = try await ProgramTests.history(
                Self.conf
                    + "judge --config $dir/conf; judge --config $dir/conf "
                    + "--since 2026-11-06 | head -n 4", notices: Self.notices)
            #expect(
                outcome.lines.map { $0.replacing(/with .*/, with: "with FILE") }
                    == [
                        "7 notifications, evaluated with FILE",
                        "shown    4, 2 of them not in full",
                        "dropped  3: 1 by rules, 1 in quiet hours, 1 as duplicates",
                        "rule quince  1 hit   drop", "rule calls   2 hits  hide, rename-app",
                        "rule never   0 hits  hide-text",
                        "What the rules of that time dropped, and what was not stored, is not in the "
                            + "history.", "2 notifications, evaluated with FILE",
                        "shown    2, 1 of them not in full", "dropped  0",
                    ], "\(outcome.errors)")
        }

        @Test func `a name that nothing kept has is told, by a trial and by a check`() async throws
        {
            let outcome = try await ProgramTests.history(
                #"""
                printf '%s\n' '[rule a]' 'app = Mesages' 'action = hide-text' \
                    '[rule b]' 'sender = Qince, Quince' 'action = show' \
                    '[rule c]' 'app = org.example.*, com.gone*' 'action = show' \
                    '[rule d]' 'app = Nowhere' 'action = drop' \
                    '[rule e]' 'phone = Maras iPhone' 'action = drop' \
                    '[presence Mara]' "phone = Mara's iPhnoe" '[presence Ben]' 'phone = AA:BB:CC:DD:EE:FF' \
                    '[history]' "folder = $dir/h" > conf
                "$0" rules test --history "$dir/h" --config conf | grep notification.is
                echo; "$0" config check --config conf 2>&1 | sed 's/^callboard: //'
                """#)
            let hints = [
                "[rule a] app: no stored notification is of 'Mesages'; did you mean 'Messages'?",
                "[rule b] sender: no stored notification is of 'Qince'; did you mean 'Quince'?",
                "[rule c] app: no stored notification is of 'com.gone*'",
            ]
            let last =
                "[rule e] phone: no stored notification is of 'Maras iPhone'; did you mean 'Mara's "
                + "iPhone'?"
            let person =
                "[presence Mara] phone: no stored notification is of 'Mara's iPhnoe'; did you mean "
                + "'Mara's iPhone'?"
            expect(
                outcome.lines,
                is: [
                    hints[0], hints[1], hints[2] + ".",
                    "[rule d] app: no stored notification is of 'Nowhere'.", last,
                ] + hints + [last, person, "conf is in order"], "\(outcome.errors)")
        }

        @Test func `programs get an object, with as many examples as are wanted`() async throws {
            let outcome = try await ProgramTests.history(
                Self.conf + "judge --config $dir/conf --json -n 1", notices: Self.notices)
            let object = try #require(
                JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
            #expect(object["notices"] as? Int == 7 && object["left_out_duplicate"] as? Int == 1)
            let rules = try #require(object["rules"] as? [[String: Any]])
            #expect(rules.map { $0["rule"] as? String } == ["quince", "calls", "never"])
            #expect(rules.map { $0["hits"] as? Int } == [1, 2, 0])
            let examples: [[[String: Any]]] = rules.map {
                ($0["examples"] as? [[String: Any]]) ?? []
            }
            expect(examples.map(\.count), is: [1, 1, 0])
            #expect(examples[1].first?["received"] as? String == "2026-11-06T10:00:00.000+01:00")
        }

        @Test func `on a terminal each rule has the newest that it is about`() async throws {
            let outcome = try await ProgramTests.history(
                Self.conf + #"PAGER= terminal '"$PROGRAM" rules test --history h --config conf'"#)
            #expect(outcome.lines.contains { $0.contains("calls, the newest:") })
            expect(outcome.output.split(separator: "Rhubarb").count, is: 3)
        }

        @Test func `what is wrong with the configuration is told, and an empty choice as well`()
            async throws
        {
            let outcome = try await ProgramTests.history(
                Self.judge + """
                    printf '[rule a]\\naction = drp\\n' > conf
                    judge --config $dir/conf; echo $?
                    : > conf; judge --config $dir/conf --app Nothing; echo $?
                    """)
            expect(outcome.lines, is: ["78", "0"])
            #expect(outcome.errors.contains("show, hide-text, hide or drop"))
            #expect(outcome.errors.contains("the history has no notification that matches"))
        }
    }
}
