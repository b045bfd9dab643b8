import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// A running bridge with displays: a terminal that socat makes, and a display server that notes
    /// what it is told.
    struct DisplayTests {
        private static let parts = #"""
            screen() {
                socat -u "PTY,link=$dir/tty,raw,echo=0" "OPEN:$dir/seen,creat,append" &
                others="$others $!"
                until_true 'test -e tty'
            }
            # One client at a time: a word of welcome, and yes to everything.
            lcd() {
                cat > serve <<'END'
                echo "connect LCDproc 0.5.9 protocol 0.3 lcd wid 20 hgt 4 cellwid 5 cellhgt 8"
                while read -r line; do
                    echo "$line" >> told
                    case $line in hello) ;; *) echo success;; esac
                    case $line in *screen_set*alert*) echo "listen call";; esac
                done
            END
                # A loopback address of its own: nobody takes its port while nobody listens at it.
                host=127.$(($$ % 200 + 20)).$(($$ / 200 % 250)).$(($$ / 50000 + 1))
                socat -d -d "TCP-LISTEN:0,bind=$host,fork,reuseaddr" "SYSTEM:sh serve" 2> log &
                server=$!; others="$others $server"
                until_true 'grep -q listening log'
                port=$(sed -n 's/.*listening on .*:\([0-9]*\)$/\1/p' log)
            }
            section() { printf '[control]\nsocket = %s\n' "${1:-$dir/s}"; }
            console() { printf '[console]\ndevice = %s\n' "$dir/tty"; }
            : > seen; : > told

            """#

        private static func bridge(
            _ script: String, scenario: String = TestScenario.ring
        ) async throws -> Child.Outcome {
            try await ProgramTests.bridge(parts + script, scenario: scenario)
        }

        @Test func `a terminal shows what happens, and is given back`() async throws {
            let outcome = try await Self.bridge(
                #"""
                screen; { section; console; } > conf
                start --scenario scenario -F null
                until_true 'grep -q Tamarind seen'
                ask status | grep console | sed "s:$dir:DIR:"
                ask status --json | grep -o '"display":"console","device":"[^"]*"' | sed "s:$dir:DIR:"
                end
                grep -c "$(printf '\033\[?1049h')" seen
                until_true 'tail -c 30 seen | grep -q "$(printf "\033\[?1049l$")"'; echo 1
                cat errors
                """#)
            expect(
                outcome.lines,
                is: [
                    "Output    console (DIR/tty), works",
                    #""display":"console","device":"DIR/tty""#, "ended 143", "1", "1",
                ], "\(outcome)")
        }

        @Test func `a display that a reload brings shows what is on the phones`() async throws {
            let outcome = try await Self.bridge(
                #"""
                section > conf
                start --scenario scenario -F null
                until_true 'ask status | grep -q "3 notifications"'
                screen; { section; console; echo 'detail = names'; } > conf; kill -HUP $bridge
                until_true 'grep -q Tamarind seen && grep -q Quince seen'
                grep -c marmalade seen; : > seen
                { section; console; } > conf; kill -HUP $bridge
                until_true 'grep -q marmalade seen'
                section > conf; kill -HUP $bridge
                until_gone console
                until_true 'tail -c 30 seen | grep -q "$(printf "\033\[?1049l$")"'; echo 1
                end; cat errors
                """#)
            expect(outcome.lines, is: ["0", "1", "ended 143"], "\(outcome)")
        }

        @Test func `displays are tested through the bridge, or without one`() async throws {
            let outcome = try await Self.bridge(
                #"""
                screen; { section; console; printf '[console b]\ndevice = %s\n' "$dir/none"; } > conf
                start --scenario scenario -F null
                until_true 'grep -q Tamarind seen'; : > seen
                "$0" display test console --config conf
                until_true 'grep -q "Print Shop" seen'
                "$0" display test console --config conf; echo $?
                "$0" display test "console b" --config conf 2> no; echo $?; sed "s:$dir:DIR:" no
                "$0" display test lcd --config conf; echo $?
                end; : > seen
                "$0" display test console --config conf & test=$!
                until_true 'grep -q "███" seen'; kill $test; wait $test; echo $?
                until_true 'tail -c 30 seen | grep -q "$(printf "\033\[?1049l$")"'; echo 1
                section > conf; "$0" display test --config conf; echo $?
                """#)
            let shows =
                "shows a call and one notification of each category; they are removed after 60 seconds"
            expect(
                outcome.lines,
                is: [
                    "console: the running bridge \(shows)", "75", "1",
                    "callboard: console b cannot be used: No such file or directory", "1",
                    "ended 143", "console: this command \(shows)", "143", "1", "64",
                ], "\(outcome.errors)")
            for sentence in [
                "console is being tested", "no display is called lcd; there is console, console b",
                "there is no display; the configuration needs a section [console], [lcd] or "
                    + "[image]",
            ] { #expect(outcome.errors.contains(sentence)) }
        }

        @Test func `a display server is told what happens, and may go and come back`()
            async throws
        {
            let outcome = try await Self.bridge(
                #"""
                lcd; { section; printf '[lcd]\nhost = %s\nport = %s\n' "$host" "$port"; } > conf
                start --scenario scenario -F null
                until_true 'grep -q Tamarind told'
                ask status | grep lcd | sed "s/($host:[0-9]*)/(HOST:PORT)/"
                kill $server $(cat /proc/$server/task/$server/children)
                until_true 'ask status | grep -q "lcd.*fails"'
                # It may have been tried again by now.
                ask status | grep -Eo 'lcd .*(server has closed the connection|Connection refused)' | sed 's/ (.*//'
                : > told
                socat "TCP-LISTEN:$port,bind=$host,fork,reuseaddr" "SYSTEM:sh serve" & others="$others $!"
                until_true 'grep -q Tamarind told'
                until_true 'ask status | grep -q "lcd.*works"'
                end
                """#)
            expect(
                outcome.lines,
                is: [
                    "Output    lcd (HOST:PORT), works",
                    "lcd", "ended 143",
                ], "\(outcome)")
        }

        @Test func `who follows the board hears first what holds`() async throws {
            let outcome = try await Self.bridge(
                #"""
                section > conf
                start --scenario scenario -F null
                until_true 'ask status | grep -q "3 notifications"'
                mkfifo wish; socat - "UNIX-CONNECT:$dir/s" < wish > heard & others=$!
                exec 3> wish; echo '{"do":"tail","board":true,"id":1}' >&3
                until_true 'grep -q caught_up heard'; exec 3>&-
                grep -o '"event":"[a-z_]*"' heard | sort | uniq -c | sed 's/^ *//'
                request '{"do":"tail","board":true,"recent":5}' | grep -o '"says":"[^"]*"'
                end
                """#)
            expect(
                outcome.lines,
                is: [
                    #"2 "event":"added""#, #"1 "event":"caught_up""#, #"1 "event":"phone""#,
                    #"1 "event":"ringing""#,
                    #""says":"line 1: recent: cannot be given with board""#, "ended 143",
                ], "\(outcome)")
        }
    }
}
