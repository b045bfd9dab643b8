import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// A running bridge with serial ports: pseudo-terminals that socat makes, as a person would to try.
    struct SerialTests {
        /// A port that is plugged in and unplugged: what is said on it goes to the file `heard`.
        private static let wire = #"""
            plug() {
                socat -u "PTY,link=$dir/port,raw,echo=0" "OPEN:$dir/heard,creat,append" &
                wire=$!
                others="$others $wire"
                until_true 'test -e port'
            }
            unplug() { kill $wire; wait $wire 2> /dev/null; rm -f port; }
            heard() { tr -d '\r' < heard; }
            section() {
                printf '[control]\nsocket = %s\n[serial sign]\ndevice = %s\n' "${1:-$dir/s}" "$dir/port"
            }
            : > heard

            """#

        private static func bridge(
            _ script: String, scenario: String = TestScenario.ring
        ) async throws -> Child.Outcome {
            try await ProgramTests.bridge(wire + script, scenario: scenario)
        }

        @Test func `a port hears what happens, whenever it is plugged in`() async throws {
            let outcome = try await Self.bridge(
                #"""
                { section; printf 'format = line\n'; } > conf
                start --scenario scenario -F null
                until_true 'ask status | grep -q "3 notifications"'
                ask status | grep sign | sed "s:$dir:DIR:"
                plug; until_true 'grep -q "no reply" heard'; heard; : > heard
                ask status | grep sign | sed "s:$dir:DIR:"
                unplug; until_true 'ask status | grep -q "sign.*fails"'
                plug; until_true 'grep -q "no reply" heard'; heard
                ask status --json | grep -o '"port":"sign"[^}]*' | sed "s:$dir:DIR:"
                # Once it has been there for ten seconds that is told, and the next trouble again.
                end; sed "s:$dir:DIR:g" errors | grep -v 'is there again' | sort -u
                """#)
            let absence =
                "there is no such device; plug it in, or look in /dev/serial/by-id for its name"
            let state = [
                "CALL Rhubarb", "PHONE Mara's iPhone: ready",
                "SOCIAL Quince: the marmalade is ready",
                "MAIL Tamarind: no reply",
            ]
            #expect(
                outcome.lines == [
                    "Output    serial sign (DIR/port), fails: \(absence)"
                ] + state + ["Output    serial sign (DIR/port), works"] + state + [
                    #""port":"sign","device":"DIR/port","ignored_input":0"#, "ended 143",
                    "callboard: serial sign (DIR/port) cannot be used, and is tried again: "
                        + "\(absence)",
                ], "\(outcome.errors)")
        }

        @Test(arguments: [
            ("commands = yes", "A", "answered", "0"), ("commands = yes", "D", "ended", "0"),
            ("commands = yes", "C", "removed", "0"), ("", "A", "", "1"), ("", "D", "", "1"),
        ])
        func `somebody at the device can act where that is allowed, and only there`(
            key: String, letter: String, becomes: String, ignored: String
        ) async throws {
            let outcome = try await Self.bridge(
                #"""
                { section; echo '\#(key)'; } > conf
                mkfifo said
                socat "PTY,link=$dir/port,raw,echo=0" "SYSTEM:cat said & cat >> heard" & others=$!
                until_true 'test -e port'
                start --scenario scenario -F json:a
                until_true 'grep -q CALL heard && grep -q MAIL heard'
                { printf '\#(letter)\n'; sleep infinity; } > said & others="$others $!"
                if test '\#(becomes)'; then
                    until_true 'grep -q "\"event\":\"\#(becomes)\"" a'
                else
                    until_true 'ask status --json | grep -q "\"ignored_input\":1"'
                fi
                ask status --json | grep -o '"ignored_input":[0-9]*' | cut -d: -f2
                grep -cE '"event":"(answered|removed|ended)"' a
                """#,
                scenario: TestScenario.ring.replacing(
                    #""no reply""#, with: #""no reply", "negative": "Clear""#))
            #expect(
                outcome.lines.first == ignored && (outcome.lines.last == "0") == becomes.isEmpty,
                "\(outcome)")
        }

        @Test func `a port is tested through the bridge that has it, or by itself`() async throws {
            let outcome = try await Self.bridge(
                #"""
                section > conf; plug
                "$0" serial test sign --config conf | sed "s:$dir:DIR:"
                until_true 'grep -q "GONE The last" heard'; heard > alone
                : > heard
                start --scenario scenario -F null
                "$0" serial test sign --config conf | sed "s:$dir:DIR:"
                until_true 'grep -q "GONE The last" heard'
                for label in CALL ACTIVE MISSED VMAIL SOCIAL SCHED MAIL NEWS HEALTH MONEY PLACE FUN OTHER; do
                    grep -q "^$label" alone || echo "alone: no $label"
                    grep -q "^$label" heard || echo "bridge: no $label"
                done
                grep -c 'CALL Zoe Muller' alone heard
                "$0" serial test sing --config conf; echo $?; end
                "$0" serial test sing --config conf; echo $?
                unplug; "$0" serial test sign --config conf; echo $?
                """#)
            let said =
                "says one notification of each category on DIR/port; they are removed after 10 seconds"
            expect(
                outcome.lines,
                is: [
                    "sign: this command \(said)", "sign: the running bridge \(said)", "alone:1",
                    "heard:1", "1", "ended 143", "64", "1",
                ], "\(outcome.errors)")
            #expect(
                outcome.errors.contains("no serial port is called sing; there is sign"))
            #expect(outcome.errors.contains("cannot be used: there is no such device"))
        }

        @Test func `a reload changes a port, gives it back, and two bridges never share it`()
            async throws
        {
            let outcome = try await Self.bridge(
                #"""
                plug
                section "$dir/none" > other
                { section; echo 'baud = 9600'; } > conf
                start --scenario scenario -F null
                until_true 'grep -q Tamarind heard'; : > heard
                "$0" serial test sign --config other; echo $?
                { section; printf 'baud = 19200\nformat = nmea\n'; } > conf
                kill -HUP $bridge
                until_true 'grep -q "MAIL,Tamarind" heard'; grep -c CBVER heard
                stty -F port speed
                : > conf; kill -HUP $bridge
                until_gone serial
                until_true 'flock -n port echo free'
                end
                """#)
            expect(
                outcome.lines, is: ["1", "1", "19200", "free", "ended 143"], "\(outcome.errors)")
            #expect(
                outcome.errors.contains("another program uses it; only one at a time can")
            )
        }

        @Test func `a flood on a slow wire holds up nobody, and a call comes through it`()
            async throws
        {
            // So long that the wire, two of them a second, cannot keep up however slow the machine is.
            let message = Array(repeating: "marmalade", count: 60).joined(separator: " ")
            let notices = (1...600).map { number in
                #"{"at": 0.1, "add": {"name": "n\#(number)", "category": "social", "#
                    + #""app": "com.apple.MobileSMS", "title": "Quince \#(number)", "#
                    + #""message": "\#(message)"}}"#
            }
            let call =
                #"{"at": 4, "add": {"name": "call", "category": "incoming_call", "#
                + #""app": "com.apple.mobilephone", "title": "Rhubarb", "positive": "Answer"}}"#
            let outcome = try await Self.bridge(
                #"""
                plug
                { section; echo 'baud = 1200'; } > conf
                start --scenario scenario -F json:a
                until_true 'grep -q "CALL Rhubarb" heard'
                # What is said next had come before the call, which overtook it.
                after() { sed '1,/CALL Rhubarb/d' heard | sed -n 's/.*Quince \([0-9]*\):.*/\1/p' | head -n 1; }
                until_true 'test "$(after)"'
                sed '/"ringing"/q' a | grep -c "\"Quince $(after)\""
                until_true 'ask status | grep -q "events lost"'
                ask status --json | grep -o '"queued_bytes":[0-9]*' | cut -d: -f2 | sort -n | tail -n 1 > queued
                test $(cat queued) -le 65536 && echo bounded
                end
                """#, scenario: TestScenario.phone((notices + [call]).joined(separator: ",\n")))
            expect(outcome.lines, is: ["1", "bounded", "ended 143"], "\(outcome.errors)")
        }
    }
}
