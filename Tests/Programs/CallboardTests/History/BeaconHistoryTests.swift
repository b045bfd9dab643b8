import Expecting
import Testing

extension ProgramTests {
    /// What was told of beacons: `callboard history beacons`, and where else it is met.
    struct BeaconHistoryTests {
        /// Runs a script where the history has two notices and what was told of a thing and a person.
        private static func history(_ script: String) async throws -> Child.Outcome {
            func sighting(_ day: Int, _ hour: Double, _ members: String) -> String {
                #"echo '{"sighting":{"at":\#(KeptNotice.hour(day, hour)),\#(members)}}' >> told"#
            }
            func keys(_ change: String, _ zone: String) -> String {
                #""change":"\#(change)","kind":"item","name":"Keys","region":"ring","picture":"🔑","#
                    + #""words":"Are you forgetting something?","zone":"\#(zone)""#
            }
            func mara(_ isHome: Bool) -> String {
                #""change":"presence","kind":"presence","name":"Mara","phone":"Mara'\''s iPhone","#
                    + #""bond":"AA","home":\#(isHome),"zone":"unknown""#
            }
            let told = [
                "echo '{\"callboard_history\":1}' > told",
                sighting(4, 7, mara(true)), sighting(4, 7.5, keys("left", "far")),
                sighting(4, 8, keys("back", "near")), sighting(4, 19, mara(false)),
                sighting(5, 6, keys("tap", "immediate")),
                #""$0" history import told --history h 2> /dev/null || exit 97"#,
            ]
            return try await ProgramTests.history(
                told.joined(separator: "\n") + "\n" + script,
                notices: [KeptNotice.some[0], KeptNotice.some[4]])
        }

        @Test func `they are listed by day, newest first, and by their words`() async throws {
            let outcome = try await Self.history(
                """
                "$0" history beacons --history h
                echo; "$0" history beacons --history h keys -n 1; "$0" history beacons mara home --history h
                "$0" history beacons --history h --since 2026-11-05; echo $?
                "$0" history beacons --history h marmalade; echo $?
                "$0" history beacons --history h kyes; "$0" history beacons --history h maar home
                "$0" history beacons --history h --until 2026-11-01; echo $?
                """)
            expect(
                outcome.output,
                is: """
                    Thursday 5 November 2026
                    07:00:00  ITEM    🔑 Keys                       was tapped on the host

                    Wednesday 4 November 2026
                    20:00:00  AWAY    Mara                          has gone
                    09:00:00  ITEM    🔑 Keys                       is back
                    08:30:00  ITEM    🔑 Keys                       Are you forgetting something?
                    08:00:00  HOME    Mara                          is home

                    Thursday 5 November 2026
                    07:00:00  ITEM    🔑 Keys                       was tapped on the host
                    Wednesday 4 November 2026
                    08:00:00  HOME    Mara                          is home
                    Thursday 5 November 2026
                    07:00:00  ITEM    🔑 Keys                       was tapped on the host
                    0
                    1
                    0

                    """)
            expect(
                outcome.errors,
                is: """
                    callboard: nothing was found
                    callboard: nothing was found; did you mean 'Keys'?
                    callboard: nothing was found; did you mean 'Mara'?
                    callboard: there are no beacon events in that time

                    """)
        }

        @Test func `programs read them as events`() async throws {
            let outcome = try await Self.history(
                """
                "$0" history beacons --history h --json keys -n 1
                "$0" history beacons --history h -F kv mara -n 1
                """)
            expect(
                outcome.output,
                is: #"""
                    {"v":1,"event":"tap","at":"2026-11-05T07:00:00.000+01:00","label":"ITEM","words":"was tapped on the host","region":"ring","item":"Keys","picture":"🔑","zone":"immediate"}
                    v=1 event=presence at=2026-11-04T20:00:00.000+01:00 phone="Mara's iPhone" label=AWAY words="has gone" person=Mara home=false zone=unknown

                    """#)
        }

        @Test func `a search of notices says where else its words are`() async throws {
            let outcome = try await Self.history(
                """
                search keys; echo $?
                search mara home; echo $?
                search mara --calls; echo $?
                """)
            expect(outcome.output, is: "1\n1\n1\n")
            expect(
                outcome.errors,
                is: """
                    callboard: nothing was found
                    beacon events match, too: callboard history beacons keys
                    callboard: nothing was found
                    beacon events match, too: callboard history beacons 'mara home'
                    callboard: nothing was found

                    """)
        }

        @Test func `what is forgotten of a thing or a person is gone`() async throws {
            let outcome = try await Self.history(
                """
                look history forget --item keys; echo $?
                look history forget --item keys --yes; echo $?
                look history forget --item keys; echo $?
                "$0" history beacons --history h -F json | grep -c Mara
                cat h/history.db* | grep -ac Keys
                look history forget --phone "Mara's iPhone" --yes; echo $?
                "$0" history beacons --history h; echo $?
                """)
            expect(outcome.output, is: "64\n0\n1\n2\n0\n0\n0\n")
            expect(
                outcome.errors,
                is: """
                    callboard: confirmation requires a terminal; add --yes
                    callboard: notifications forgotten: 0; beacon events: 3
                    callboard: nothing of 'keys' was kept
                    callboard: notifications forgotten: 2; beacon events: 2
                    callboard: there are no beacon events in that time

                    """)
        }

        @Test func `statistics say how long somebody was at home, and where things were`()
            async throws
        {
            let outcome = try await Self.history(
                """
                look stats | sed -n '/At home/,$p'
                figures() { look stats --json "$@" | sed 's/.*\\("people":.*\\),"left_out.*/\\1/'; }
                figures; figures --since '2026-11-04 12:00' --until '2026-11-04 18:00'
                look stats --svg - | grep -c 'Mara at home'
                """)
            expect(
                outcome.output,
                is: #"""
                    At home
                    Mara ██████▊                                  12 h 0 min  away since 4 Nov 20:00

                    Left behind
                    🔑 Keys ██████████████████████████████████████████████ 1 time  here, 5 Nov 07:00
                    "people":[{"person":"Mara","home_seconds":43200,"home_ratio":0.169,"came_home":1,"home":false,"since":"2026-11-04T20:00:00.000+01:00"}],"things":[{"item":"Keys","picture":"🔑","left":1,"taps":1,"here":true,"zone":"immediate","last_heard":"2026-11-05T07:00:00.000+01:00"}]
                    "people":[{"person":"Mara","home_seconds":21600,"home_ratio":1.0,"came_home":0,"home":true,"since":"2026-11-04T08:00:00.000+01:00"}],"things":[{"item":"Keys","picture":"🔑","left":0,"taps":0,"here":true,"zone":"near","last_heard":"2026-11-04T09:00:00.000+01:00"}]
                    1

                    """#)
            expect(outcome.errors, is: "")
        }
    }
}
