import Expecting
import Foundation
import Linux
import Testing

extension ProgramTests {
    /// The commands for real phones, on a machine whose Bluetooth service does not run.
    final class RadioCommandTests {
        private let folder = FileManager.default.temporaryDirectory.appending(
            path: "radio-\(UUID())"
        ).path

        deinit {
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// Runs a script in which `$1` is a state folder that does not exist yet.
        private func shell(_ script: String, input: String = "") async throws -> Child.Outcome {
            try await ProgramTests.shell(
                "export DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent; " + script, [folder],
                input: input)
        }

        @Test
        func `the bridge goes on without a Bluetooth service, and ends when it is asked to`()
            async throws
        {
            let outcome = try await ProgramTests.child(
                #"exec "$0" run --format json --state "$1" --socket "$1/s""#, [folder],
                environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent"]
            ) { child in
                try child.wait(for: "its first line") { $0.output.contains(UInt8(ascii: "\n")) }
                child.send(SIGTERM)
                return try child.finish()
            }
            expect(outcome.status, is: 128 + SIGTERM)
            expect(outcome.lines.count, is: 1)
            expect(outcome.lines.first?.contains(#""event":"radio""#), is: true)
            expect(outcome.lines.first?.contains(#""state":"no_service""#), is: true)
            #expect(outcome.errors == "callboard: no phone is paired yet: sudo callboard pair\n")
        }

        @Test func `a second bridge on the same folder is turned away`() async throws {
            let outcome = try await shell(
                #"mkdir -p "$1"; exec 9>"$1/lock"; flock 9; "$0" run --state "$1"; echo $?; "#
                    + #""$0" pair --state "$1"; echo $?"#)
            expect(outcome.output, is: "75\n75\n")
            let sentence =
                "callboard: another callboard uses \(folder); stop it first, or name another "
                + "folder with --state\n"
            expect(outcome.errors, is: sentence + sentence)
        }

        @Test(
            "what is wrong with the list of phones is told with file, line and field",
            arguments: [
                ("{", "1:2: ", "cut"),
                (#"{"format": 2, "phones": []}"#, "1: format: must be", "another format"),
                ("{\"format\": 1,\n\"phones\": 5}", "2: phones: must be an array", "no array"),
                (
                    #"{"format": 1, "phones": [{"address": 1, "name": ""}]}"#,
                    "1: phones[0].address: must be a string", "no text"
                ),
                (#"{"format": 1, "phone": []}"#, "1: phone: ", "a field there is not"),
            ] as [(String, String, Comment)])
        func brokenList(content: String, sentence: String, why: Comment) async throws {
            for command in ["run", "phones", "forget x"] {
                let outcome = try await shell(
                    #"mkdir -p "$1"; cat > "$1/phones.json"; "$0" \#(command) --state "$1""#,
                    input: content)
                expect(outcome.status, is: 65, why)
                #expect(
                    outcome.errors.hasPrefix("callboard: \(folder)/phones.json:\(sentence)"), why)
                #expect(outcome.output.isEmpty, why)
            }
        }

        @Test func `phones are listed, and forgotten by name or address`() async throws {
            let list =
                #"{"format":1,"phones":[{"address":"AA:00:00:00:00:01","name":"Ada\u001b[31m"},"#
                + #"{"address":"AA:00:00:00:00:02","name":"Zoe"},"#
                + #"{"address":"AA:00:00:00:00:03","name":"Zoe"}]}"#
            let outcome = try await shell(
                #"mkdir -p "$1"; cat > "$1/phones.json"; "$0" phones --state "$1"; "#
                    + #""$0" forget Zoe --state "$1"; echo $?; "$0" forget Mia --state "$1"; "#
                    + #"echo $?; "$0" forget aa:00:00:00:00:02 --state "$1"; echo $?; "#
                    + #""$0" phones --json --state "$1""#, input: list)
            expect(
                outcome.lines.map { "\($0)" },
                is: [
                    "AA:00:00:00:00:01  Ada[31m  "
                        + "unknown: the Bluetooth service does not answer",
                    "AA:00:00:00:00:02  Zoe  unknown: the Bluetooth service does not answer",
                    "AA:00:00:00:00:03  Zoe  unknown: the Bluetooth service does not answer",
                    "1", "1", "1",
                    #"{"address":"AA:00:00:00:00:01","phone_id":"62741252","#
                        + #""name":"Ada\u001b[31m","connected":false}"#,
                    #"{"address":"AA:00:00:00:00:03","phone_id":"627417cc","name":"Zoe","#
                        + #""connected":false}"#,
                ])
            let attributes = try FileManager.default.attributesOfItem(
                atPath: folder + "/phones.json")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }

        @Test func `a bridge that has its folder and listens a moment later is waited for`()
            async throws
        {
            let outcome = try await ProgramTests.bridge(
                #"""
                mkdir state; export STATE_DIRECTORY="$dir/state"
                export CALLBOARD_CONTROL_SOCKET="$dir/s"
                (flock 9; exec sleep infinity) 9> state/lock & others=$!
                until_true '! flock -n state/lock true'
                "$0" pair > p 2>&1 & pair=$!
                until_true 'grep -q waiting p'
                start --scenario scenario -F null
                wait $pair; echo $?; cat p
                """#)
            #expect(
                outcome.lines.prefix(2) == [
                    "1", "callboard: a bridge is starting; waiting for it",
                ], "\(outcome)")
            expect(
                outcome.lines.last?.hasPrefix("callboard: the phones of this bridge are simulated"),
                is: true, "\(outcome)")
        }

        @Test
        func `nobody can pair without a Bluetooth service`() async throws {
            let outcome = try await shell(#""$0" pair --jsonl --state "$1""#)
            expect(outcome.status, is: 1)
            // What is not installed cannot be started.
            let start =
                InstalledUnits.among(["bluetooth"]).isEmpty
                ? "install bluez, and start bluetoothd" : "systemctl start bluetooth"
            expect(
                outcome.output,
                is: #"{"event":"radio","state":"no_service","says":"Waiting for Bluetooth: "#
                    + #"the Bluetooth service does not run: \#(start)."}"# + "\n"
                    + #"{"event":"window","state":"closed","reason":"no_radio","says":"No phone "#
                    + #"can pair. Bluetooth: the Bluetooth service does not run: \#(start)."}"#
                    + "\n")
        }

        /// The beginning of a script that has `"$@"` run without the right to manage adapters.
        private static let withoutRights =
            #"if [ "$(id -u)" = 0 ]; then set -- setpriv --bounding-set -net_admin "#
            + #"--inh-caps -net_admin "$@"; fi; "$@"; echo $?"#

        @Test(arguments: ["run -F null", "pair"])
        func `the kernel's radio says what it lacks, and how to give it that`(command: String)
            async throws
        {
            let outcome = try await shell(
                #"folder=$1; set -- "$0" \#(command) --radio kernel --state "$folder"; "#
                    + Self.withoutRights)
            expect(outcome.output, is: "77\n")
            let service =
                InstalledUnits.among(["callboard-kernel"]).isEmpty
                ? "sudo setcap " : "sudo systemctl enable --now callboard-kernel "
            #expect(
                outcome.errors.hasPrefix(
                    "callboard: the radio of the kernel needs the capability CAP_NET_ADMIN: "
                        + service))
            #expect(outcome.errors.hasSuffix("sudo setcap cap_net_admin+ep \(Child.program)\n"))
        }

        @Test(arguments: ["run -F null", "pair"])
        func `what is about bluetoothd alone makes no sense with the kernel's radio`(
            command: String
        ) async throws {
            let outcome = try await shell(
                #"export CALLBOARD_RADIO_RADIO=kernel; "$0" \#(command) --state "$1" "#
                    + "--data-source notify")
            expect(outcome.status, is: 64)
            #expect(
                outcome.errors
                    == "callboard: --data-source is about bluetoothd; leave it out, or add --radio "
                    + "bluez\n")
        }

        @Test(.enabled(if: getuid() == 0, "only root can hand a capability on"))
        func `what the bridge was given is not handed on to what it starts`() async throws {
            let outcome = try await shell(
                #"mkdir "$1"; setpriv --inh-caps +net_admin --ambient-caps +net_admin "$0" run "#
                    + #"--radio simulated -F null --socket "$1/s" & "#
                    + #"until "$0" status --socket "$1/s" > "$1/status" 2>&1; do sleep 0.05; done; "#
                    + #"cat /proc/$!/task/*/status | grep CapAmb | sort -u; "#
                    + #"kill $!; wait $!; echo $?"#)
            expect(outcome.lines.map { "\($0)" }, is: ["CapAmb:\t0000000000000000", "143"])
        }

        @Test func `the simulated radio needs no folder`() async throws {
            let outcome = try await ProgramTests.child(
                #"mkdir "$1"; exec "$0" run --radio simulated --speed 5000 --format json --state /dev/null/x "#
                    + #"--socket "$1/s""#, [folder]
            ) { child in
                try child.wait(for: "the demo") { $0.output.count(of: "\n") >= Demo.events - 1 }
                child.send(SIGTERM)
                return try child.finish()
            }
            expect(outcome.status, is: 128 + SIGTERM)
            #expect(try outcome.events().last?["state"] as? String == "disconnected")
        }

        @Test func `a folder that cannot be made is told with its reason`() async throws {
            let outcome = try await shell(#""$0" run --state /dev/null/x"#)
            expect(outcome.status, is: 69)
            expect(
                outcome.errors,
                is: "callboard: the folder /dev/null/x cannot be used: Not a directory\n")
        }
    }
}
