import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// What a running bridge keeps, and what is left of it when the bridge is gone.
    struct HistoryRunTests {
        /// A message that was there before, with a date that does not change.
        private static let old = #"""
            {"format": 1, "phones": [{"name": "Mara's iPhone", "existing": [
              {"name": "sms", "category": "social", "app": "com.apple.MobileSMS", "title": "Quince",
               "message": "the marmalade is ready", "date": "20260101T100000"}],
              "timeline": [{"at": 0.3, "add": {"name": "new", "app": "com.apple.MobileSMS",
               "category": "social", "title": "Rhubarb", "message": "soon"}}]}]}
            """#

        @Test func `what a phone announces again after a restart is kept once`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                for round in 1 2 3; do
                    start --scenario scenario -F json:a --history h
                    until_true "test \$(grep -c Rhubarb a) = $round"; settle; end
                done
                "$0" history --history h -F json > found
                grep -c Quince found; grep -c Rhubarb found; stat -c '%a %n' h h/history.db
                """#, scenario: Self.old)
            expect(
                outcome.lines,
                is: [
                    "ended 143", "ended 143", "ended 143", "1", "3", "700 h", "600 h/history.db",
                ], "\(outcome.errors)")
        }

        @Test func `a kill loses nothing that was written and leaves a sound file`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                for round in 1 2 3 4 5; do
                    start --scenario scenario -F json:a$round --history h
                    until_true "grep -q 'Quince 5' a$round"
                    until_true 'ask status --json | grep -q "\"queued_bytes\":0,.*\"queued_bytes\":0,"'
                    end KILL > /dev/null
                done
                "$0" history --history h -F json > found; echo $?
                for number in 1 2 3 4; do grep -c "\"Quince $number\"" found; done
                """#, scenario: TestScenario.ticks)
            expect(outcome.lines, is: ["0", "5", "5", "5", "5"], "\(outcome.errors)")
        }

        @Test func `a disk that has no room is told, and gets the rest once it has some`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                trap '' XFSZ; ulimit -S -f 200
                start --scenario scenario -F null --history h --speed 20
                until_true 'ask status | grep -q "history, fails"'
                prlimit --pid $bridge --fsize=unlimited:unlimited
                until_true 'ask status | grep -q "history, works"'
                until_true '[ "$("$0" history --history h -n 1000 -F json | grep -c Quince)" = 600 ]'
                end; ulimit -S -f unlimited; "$0" history --history h -F json | grep -c Quince
                wc -l < errors
                """#, scenario: TestScenario.minute)
            expect(outcome.lines, is: ["ended 143", "600", "2"], "\(outcome.errors)")
            #expect(outcome.keepsSecrets)
        }

        @Test func `simulated phones have no history unless one is named`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                export XDG_STATE_HOME="$dir/state" HOME="$dir"
                start --scenario scenario -F json:a
                until_true 'grep -q Quince a'; end; find . -name 'history*'
                """#)
            expect(outcome.lines, is: ["ended 143"])
        }
    }
}
