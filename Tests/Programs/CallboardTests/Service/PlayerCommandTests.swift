import Expecting
import Support
import Testing

extension ProgramTests {
    /// The commands about what phones offer besides notifications.
    struct PlayerCommandTests {
        private static let scenario = """
            {"format": 1, "ends": 86400, "phones": [{"name": "Ann", "bond": "ann",
              "behaviour": {"clock": {"zone": 120, "ahead": 90}},
              "media": {"player": "Music", "state": "playing", "volume": 0.5, "queue": [
                {"title": "One", "artist": "Zoë", "album": "A", "duration": 80000},
                {"title": "Two", "artist": "Bob", "album": "B", "duration": 80000}]},
              "timeline": [{"at": 1, "add": {"name": "a", "app": "com.apple.MobileSMS"}}]}]}
            """

        private static let start = #"""
            start --scenario scenario -F json:a
            until_true 'grep -q commands....play a && grep -q battery..83 a'

            """#

        @Test func `a player is shown and controlled`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.start
                    + #"""
                    ask media | sed 's/[0-9]*:[0-9:]* of/TIME of/'
                    ask media pause; echo $?
                    until_true 'ask media | grep -q paused'
                    ask media next --json
                    until_true 'ask media | grep -q Two'
                    ask media --json | sed 's/.*"title":"\([^"]*\)".*/\1/'
                    """#, scenario: Self.scenario)
            expect(
                outcome.lines,
                is: [
                    "Ann  playing  One – Zoë  A  TIME of 22:13:20  volume 50 %",
                    "pause: done on Ann", "0", #"{"phone":"Ann"}"#, "Two",
                ], "\(outcome.errors)")
        }

        @Test func `what cannot be done is said, with a status`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.start
                    + #"""
                    ask media pause -p Zoe; echo $?
                    ask media pause --follow; echo $?
                    ask media -p Zoe; echo $?
                    """#, scenario: Self.scenario)
            expect(outcome.lines, is: ["1", "64", "1"])
            expect(
                outcome.errors,
                is: """
                    callboard: no connected phone has this name; see callboard phones
                    callboard: --follow cannot be given with a command
                    callboard: no phone of this name has a media player

                    """)
        }

        @Test func `lines for people have each track and the battery once`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                start --scenario scenario -F board:b -F json:a
                until_true 'grep -q commands....play a && grep -q PLAYS b && grep -q battery b'
                "$0" tail --socket s > t & others=$!
                until_true 'ask status | grep -q "clients: [2-9]"'
                ask media pause > /dev/null; until_true 'grep -q "state...paused" a'
                ask media play > /dev/null; ask media next > /dev/null
                until_true 'grep -q "PLAYS.*Two" b && grep -q "PLAYS.*Two" t'
                test "$(grep -c '"event":"media"' a)" -gt 2 && echo more
                grep -E 'PLAYS|battery' b | cut -c11- | sed 's/  */ /g'
                kill $others; end > /dev/null
                """#, scenario: Self.scenario)
            expect(
                outcome.lines,
                is: ["more", "PHONE Ann battery 83 %", "PLAYS One Zoë", "PLAYS Two Bob"],
                "\(outcome.errors)")
        }

        @Test func `changes are followed until the bridge stops`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.start
                    + #"""
                    ask media --follow > f & follower=$!
                    until_true 'grep -q One f'
                    ask media next > /dev/null; until_true 'grep -q Two f'
                    end > /dev/null; wait $follower; echo $?
                    """#, scenario: Self.scenario)
            expect(outcome.lines.last, is: "0", "\(outcome.errors)")
        }

        @Test func `the clock of a phone is compared with that of the host`() async throws {
            let outcome = try await ProgramTests.bridge(
                Self.start
                    + #"""
                    ask time | sed 's/2[0-9-]*T[0-9:]*/TIME/; s/[0-9]* s ago/N s ago/'
                    ask time --json | grep -o '"zone":"[^"]*"'
                    ask status --json | grep -o '"model":"[^"]*"'
                    """#, scenario: Self.scenario)
            #expect(
                outcome.lines.first?.contains("TIME +02:00  ") == true
                    && outcome.lines.first?.contains("ahead of this host") == true,
                "\(outcome.lines) \(outcome.errors)")
            expect(
                Array(outcome.lines.dropFirst()),
                is: [#""zone":"+02:00""#, #""model":"iPhone 14 Pro""#])
        }
    }
}
