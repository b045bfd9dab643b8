import Expecting
import Foundation
import RecordedLines
import Testing

extension ProgramTests {
    /// What a whole bridge answers over its socket, against what was recorded of it.
    struct RecordedAnswerTests {
        /// Words for the scripts: a situation, a request with its answers, and one that goes on until some word comes.
        private static let words = #"""
            others=
            situation() { printf '# %s\n' "$1"; : > conf; }
            exchange() {
                { printf '%s\n' "$1"; until_true "grep -q '${2:-\"ok\"}' answers"; } |
                    socat -t 0.1 - "UNIX-CONNECT:$dir/s" > answers
                printf '> %s\n' "$1"
                sed '1d; s/^/< /' answers
                : > answers
            }
            : > answers
            finish() { end > /dev/null; rm -rf state; }
            # Starts a bridge that tells of three notices in their order and in three milliseconds: on a busy machine they
            # may come at once, and are then told in another order.
            begin() {
                until start --scenario scenario "$@"
                    exchange '{"do":"tail","recent":9}' ringing | grep 'Quince\|Tamarind\|Rhubarb' > order
                    [ "$(grep -o 'Quince\|Tamarind\|Rhubarb' order | tr '\n' ' ')" = 'Quince Tamarind Rhubarb ' ] &&
                        [ "$(grep -o '"at":"[^"]*"' order | sort -u | wc -l)" = 3 ]
                do
                    finish
                    rm -rf kept
                done
            }

            """#

        private func record(
            _ script: String, in name: String, scenario: String = TestScenario.ring
        ) async throws {
            let outcome = try await ProgramTests.bridge(Self.words + script, scenario: scenario)
            expect(outcome.status, is: 0, "\(outcome.errors)")
            let lines = outcome.lines.map(withoutWhatVaries)
            try expect(lines, areRecordedIn: "Recorded/\(name)")
        }

        @Test func `what holds of a bridge is told as it was recorded`() async throws {
            try await record(
                #"""
                status() { settle; exchange '{"do":"status"}'; }

                situation 'three notices, and nothing is configured'
                begin --state "$dir/state" -F null; status; finish

                situation 'outputs in several formats, one of which cannot be written'
                begin --state "$dir/state" -F json:events -F csv:table -F null; status; finish

                situation 'notices are kept'
                begin --state "$dir/state" -F null --history "$dir/kept"; status; finish

                situation 'outlets that are not there'
                printf '[serial sign]\ndevice = %s/port\n[lcd]\nhost = 127.0.0.1\nport = 1\n' "$dir" > conf
                begin --state "$dir/state" -F null; until_true 'ask status | grep -q "lcd.*fails"'
                until_true 'ask status | grep -q "sign.*fails"'; status; finish

                situation 'rules that hide and leave out, and quiet hours'
                printf '[rule mail]\napp = com.apple.mobilemail\naction = drop\n[rule who]\ncategory = social\naction = hide\n' > conf
                start --scenario scenario --state "$dir/state" -F null
                until_true 'ask status | grep -q "3 notifications"'; status; finish

                situation 'an app is muted'
                begin --state "$dir/state" -F null; ask mute Mail > /dev/null; status; finish

                situation 'the configuration no longer makes sense'
                begin --state "$dir/state" -F null; printf '[nonsense]\n' > conf; ask reload > /dev/null 2>&1; status; finish

                situation 'something waits for a restart'
                begin --state "$dir/state" -F null; printf '[radio]\nshape = solicit\nname = Attic\n' > conf
                ask reload > /dev/null 2>&1; status; finish

                situation 'beacons of things'
                printf '[beacon keys]\nuuid = e2c56db5-dffb-48d2-b060-d0f5a71096e0\n[item Keys]\nbeacon = keys\npicture = keys\n' > conf
                begin --state "$dir/state" -F null; status; finish

                situation 'programs beside it, one of which has gone'
                begin --state "$dir/state" -F null
                exchange '{"do":"companion","name":"wall","works":true,"words":"2 pages","waiting":1}'
                mkfifo wish; socat - "UNIX-CONNECT:$dir/s" < wish > said & others=$!
                exec 3> wish
                echo '{"do":"companion","name":"mqtt","works":false,"words":"no broker","lost":2,"trouble":"refused"}' >&3
                until_true 'grep -q ok said'; until_true 'ask status | grep -q "wall is gone"'
                status; exec 3>&-; finish; rm wish
                """#, in: "status")
        }

        @Test func `each request is answered as it was recorded`() async throws {
            try await record(
                #"""
                situation 'without a history'
                begin --state "$dir/state" -F null
                for word in status phones apps code beacons history stats outbox; do
                    if [ $word != status ]; then exchange "{\"do\":\"$word\"}"; fi
                done
                exchange '{"do":"tail","board":true}' caught_up
                exchange '{"do":"tail","recent":9}' ringing
                exchange '{"do":"tail","recent":9,"categories":["email"]}' Tamarind
                exchange '{"do":"tail","recent":9,"apps":["Mail"],"phones":["Mara'"'"'s iPhone"]}' Tamarind
                exchange '{"do":"tail","categories":["emial"]}'
                exchange '{"do":"act","action":"clear","notice":"zzzzzzzzzzzzz"}'
                exchange '{"do":"act","action":"clear","notice":"!"}'
                exchange '{"do":"act","action":"clear"}'
                exchange '{"do":"pair"}'
                exchange '{"do":"pair","method":"passkey","seconds":1,"id":"p"}'
                exchange '{"do":"reply","yes":true}'
                exchange '{"do":"forget","phone":"Mara'"'"'s iPhone"}'
                exchange '{"do":"mute","app":"Mail","seconds":60}'
                exchange '{"do":"mute","app":"com.apple.MobileSMS","until":"2100-01-01T00:00:00Z"}'
                exchange '{"do":"mute","app":"Mail","until":"2001-01-01T00:00:00Z"}'
                exchange '{"do":"mute","app":"Mail","until":"tomorrow"}'
                exchange '{"do":"mute","app":"Maul","id":7}'
                exchange '{"do":"unmute","app":"Maul"}'
                exchange '{"do":"unmute","app":"Mail"}'
                exchange '{"do":"unmute","app":"Mail"}'
                exchange '{"do":"unmute","all":true}'
                exchange '{"do":"unmute","all":true}'
                exchange '{"do":"reload","id":-1}'
                exchange '{"do":"test_port","port":"sign"}'
                exchange '{"do":"test_displays"}'
                exchange '{"do":"test_displays","display":"lcd"}'
                exchange '{"do":"test_outlet","outlet":"led"}'
                exchange '{"do":"beacons","listen":1}'
                exchange '{"do":"broadcast","uuid":"u","major":1,"minor":2}'
                exchange '{"do":"broadcast","uuid":"e2c56db5-dffb-48d2-b060-d0f5a71096e0","major":1,"minor":2}'
                exchange '{"do":"companion","name":"wall","works":true,"words":"2 pages"}'
                exchange '{"do":"companion","name":"wall","works":true,"words":"2 pages","since":"yesterday"}'
                exchange '{"do":"show","text":"Tea\nnow","seconds":60,"level":"urgent"}'
                exchange '{"do":"show","clear":true}'
                exchange '{"do":"outbox","begin":true}'
                exchange '{"do":"history","words":"marmalade"}'
                exchange '{"do":"stats","as":"svg"}'
                exchange '{"do":"act","action":"answer"}'
                exchange '{"do":"act","action":"answer"}'
                exchange '{"do":"act","action":"decline"}'
                exchange 'status'
                exchange '{"do":"stauts"}'
                finish

                situation 'with a history and a display'
                printf '[console]\ndevice = %s/screen\n' "$dir" > conf
                begin --history "$dir/kept" -F null
                until_true 'request "{\"do\":\"history\"}" | grep -q Rhubarb'
                exchange '{"do":"history"}'
                exchange '{"do":"history","words":"\"marmalade","limit":1}'
                exchange '{"do":"history","words":"quince","calls":true}'
                exchange '{"do":"history","limit":1}'
                exchange '{"do":"history","since":"yesterday"}'
                exchange '{"do":"history","before":"?"}'
                exchange '{"do":"stats","as":"sizes"}'
                exchange '{"do":"stats","since":"x"}'
                exchange '{"do":"outbox"}'
                exchange '{"do":"outbox","received":7}'
                exchange '{"do":"show","text":"Tea\nnow","seconds":60,"level":"urgent"}'
                exchange '{"do":"show","text":"Tea"}'
                exchange '{"do":"show","clear":true}'
                exchange '{"do":"test_displays","display":"lcd"}'
                finish
                """#, in: "answers")
        }
    }
}
