import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// What a phone delivers in silence, and what the rules did.
    struct SilenceTests {
        private static let scenario = TestScenario.phone(
            #"""
            {"at": 0.1, "add": {"name": "a", "category": "social", "app": "com.apple.MobileSMS",
                "title": "Quince", "flags": ["silent"]}},
            {"at": 0.2, "add": {"name": "b", "category": "email", "app": "com.apple.mobilemail",
                "title": "Tamarind", "flags": ["important"]}},
            {"at": 0.3, "remove": "a"},
            {"at": 0.4, "add": {"name": "c", "category": "social", "app": "com.apple.MobileSMS",
                "title": "Rhubarb"}}
            """#)

        @Test func `a file has what is not silent, and the status says what rules were about`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                printf '%s\n' '[rule focus]' 'flags = silent, !pre_existing' 'action = hide-text' \
                    '[rule weighty]' 'flags = important' 'rename-app = Weighty' \
                    '[rule never]' 'app = nothing' 'action = drop' \
                    '[output all]' "file = $dir/all" '[output loud]' "file = $dir/loud" \
                    'silent = hide' > conf
                start --scenario scenario -F null
                until_true 'grep -q Rhubarb all'; until_true 'grep -q Rhubarb loud'
                for file in all loud; do
                    grep -v '"phone"[^,]*,"state"' $file | sed -n 's/.*"event":"\([a-z]*\)".*"title":"\([A-Za-z]*\)".*/\1 \2/p'
                    echo
                done
                ask status | grep '^Rule '
                ask status --json | grep -o '"hits":[^]]*]'
                end
                """#, scenario: Self.scenario)
            expect(
                outcome.lines.filter { !$0.isEmpty },
                is: [
                    "added Quince", "added Tamarind", "removed Quince", "added Rhubarb",
                    "added Tamarind", "added Rhubarb",
                    "Rule      focus: 1 hit", "Rule      weighty: 1 hit", "Rule      never: 0 hits",
                    #""hits":[{"rule":"focus","count":1},{"rule":"weighty","count":1},"#
                        + #"{"rule":"never","count":0}]"#, "ended 143",
                ], "\(outcome.lines) \(outcome.errors)")
        }
    }
}
