import Expecting
import Foundation
import Testing

extension ProgramTests {
    /// `callboard doctor` on a machine without Bluetooth, with and without a bridge.
    final class DoctorTests {
        private let folder = FileManager.default.temporaryDirectory.appending(
            path: "doctor-\(UUID())"
        ).path

        init() throws {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// A check as the report for programs has it.
        private struct Check: Decodable {
            let id: String
            let status: String
            let says: String
            let fix: String?
        }

        private struct Report: Decodable {
            let ok: Bool
            let checks: [Check]

            subscript(id: String) -> Check? { checks.first { $0.id == id } }
        }

        /// Runs a script in which `$1` is an empty folder, away from the machine's own bus.
        private func shell(_ script: String) async throws -> Child.Outcome {
            try await ProgramTests.shell(
                script, [folder],
                environment: [
                    "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent", "HOME": folder,
                ])
        }

        private func report(_ outcome: Child.Outcome) throws -> Report {
            try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        }

        @Test func `what is wrong fails, with what mends it, and nothing is changed`() async throws
        {
            let outcome = try await shell(
                #""$0" doctor --state "$1/state" --socket "$1/socket"; status=$?; ls "$1"; "#
                    + "exit $status")
            expect(outcome.status, is: 1)
            #expect(outcome.errors.isEmpty)
            let lines = outcome.lines
            let bus = lines.firstIndex { $0.hasPrefix("FAIL  bus  ") }
            expect(
                bus.map { lines[$0 + 1].trimmingCharacters(in: .whitespaces) },
                is: "-> sudo apt install dbus && sudo systemctl start dbus")
            #expect(lines.contains { $0.hasPrefix("FAIL  bridge  ") })
            #expect(lines.contains { $0.hasPrefix("WARN  phones-paired  ") })
            expect(lines.last?.hasPrefix("Notifications cannot arrive; failures: "), is: true)
            #expect(!outcome.output.contains("\u{1B}"))
        }

        @Test func `it judges what the running bridge uses, and says so`() async throws {
            let outcome = try await ProgramTests.bridge(
                #"""
                mkdir own; cd own; mkdir state; chmod 755 state
                "$0" run --radio simulated --scenario ../scenario --socket "$dir/s" --config ../conf \
                    --state state -F null 2>> ../errors & bridge=$!
                cd ..; until_true '"$0" status --socket s > /dev/null'
                doctor() { ask doctor "$@" | sed "s|$dir|DIR|g" | grep ' configuration  \|state-[fr]' | tr -s ' '; }
                doctor; echo; doctor --state "$dir/other" --config "$dir/none"
                """#)
            expect(
                outcome.lines,
                is: [
                    "OK configuration DIR/own/../conf is in order; the running bridge reads it",
                    "OK state-folder DIR/own/state can be used; the running bridge uses it",
                    "WARN state-rights DIR/own/state can be read by other users, and says which phones were paired here",
                    "FAIL configuration DIR/none cannot be read: No such file or directory",
                    "OK state-folder DIR/other is not there yet; it is created when it is needed; "
                        + "the running bridge uses DIR/own/state",
                    "OK state-rights there is no folder yet",
                ], "\(outcome.errors)")
        }

        @Test func `programs get one object on one line`() async throws {
            let outcome = try await shell(
                #""$0" doctor --json --state "$1/state" --socket "$1/socket""#)
            expect(outcome.status, is: 1)
            expect(outcome.lines.count, is: 1)
            let report = try report(outcome)
            #expect(!report.ok)
            expect(report["bus"]?.status, is: "fail")
            expect(report["bluetoothd"]?.status, is: "skipped")
            expect(
                report["phones-paired"]?.fix?.hasPrefix("sudo callboard pair --state /"), is: true)
            for check in report.checks {
                expect((check.fix == nil), is: ["ok", "skipped"].contains(check.status))
            }
        }

        @Test func `mistakes in files are found`() async throws {
            let outcome = try await shell(
                #"mkdir "$1/state"; echo "{" > "$1/state/phones.json"; "#
                    + #"printf 'x = 1\ny = 2\n' > "$1/conf"; "#
                    + #""$0" doctor --json --config "$1/conf" --state "$1/state" "#
                    + #"--socket "$1/socket""#)
            let report = try report(outcome)
            expect(report["configuration"]?.status, is: "fail")
            expect(report["configuration"]?.says.contains("\(folder)/conf:1"), is: true)
            expect(report["phones-list"]?.status, is: "fail")
            expect(
                report["phones-list"]?.fix?.hasPrefix("sudo mv \(folder)/state/phones"), is: true)
            expect(report["phones-paired"]?.status, is: "skipped")
        }

        @Test func `a phone whose name is a trap stays a name`() async throws {
            let outcome = try await shell(
                #"mkdir "$1/state"; printf '%s' '{"format":1,"phones":[{"address":"#
                    + #""AA:00:00:00:00:01","name":"\u001b[2J$(reboot)"}]}' "#
                    + #"> "$1/state/phones.json"; "#
                    + #""$0" doctor --state "$1/state" --socket "$1/socket""#)
            expect(outcome.status, is: 1)
            #expect(outcome.lines.contains { $0.hasSuffix("paired here: [2J$(reboot)") })
            #expect(!outcome.output.contains("\u{1B}"))
            #expect(!outcome.output.contains("AA:00"))
        }

        @Test
        func `a bridge that runs is asked`() async throws {
            let outcome = try await shell(
                #""$0" run --radio simulated --speed 0.01 -F null --socket "$1/socket" & "#
                    + #"trap 'kill $!' EXIT; "#
                    + #"until "$0" status --socket "$1/socket" >"$1/out" 2>&1; do sleep 0.05; done; "#
                    + #""$0" doctor --json --state "$1/state" --socket "$1/socket""#)
            let report = try report(outcome)
            for id in ["bridge", "bridge-access", "bridge-version", "bridge-configuration"] {
                expect(report[id]?.status, is: "ok", "\(id): \(report[id]?.says ?? "")")
            }
            expect(report["outputs"]?.status, is: "ok")
        }

        @Test func `what does not answer like a bridge is told`() async throws {
            let outcome = try await shell(
                #"echo > "$1/socket"; "$0" doctor --json --state "$1/state" --socket "$1/socket""#)
            try expect(report(outcome)["bridge"]?.status, is: "fail")
        }

        @Test(arguments: [["--bogus"], ["extra"], ["--json=1"]])
        func `bad words are refused`(words: [String]) async throws {
            let outcome = try await ProgramTests.shell(#"exec "$0" doctor "$@""#, words)
            expect(outcome.status, is: 64)
            #expect(outcome.output.isEmpty)
        }
    }
}
