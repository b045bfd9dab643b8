import Expecting
import Formats
import Linux
import Outlets
import Support
import Testing
import Waiting

@testable import Doctor

/// What the doctor learns of a program beside the bridge, and what it makes of that.
struct DoctorAddOnTests {
    private let host = DoctorHostFolder()

    private func facts(
        isConfigured: Bool = true, mayAsk: Bool = true, run: AddOnFacts.Run
    ) -> AddOnFacts {
        AddOnFacts(
            "mqtt", isConfigured: isConfigured, options: ["--config", "f"], mayAsk: mayAsk,
            host.files, run: run)
    }

    private static let page =
        #"{"ok":false,"checks":[{"id":"mqtt-broker","status":"fail","says":"away","fix":"start it"},"#
        + #"{"id":"mqtt-bridge","status":"ok","says":"there"}]}"# + "\n"

    @Test func `a program is asked where it is installed and wanted`() throws {
        let unused: AddOnFacts.Run = { _ in
            Issue.record("it was asked")
            return nil
        }
        #expect(facts(run: unused).program == nil)
        try host.write("", to: "/usr/bin/callboard-mqtt")
        let idle = facts(isConfigured: false, run: unused)
        #expect(!idle.isWanted && idle.findings.isEmpty)
        expect(facts(mayAsk: false, run: unused).findings.map(\.verdict.status), is: [.skipped])

        try host.write("", to: "/etc/systemd/system/multi-user.target.wants/callboard-mqtt.service")
        var words: [String] = []
        let asked = facts(isConfigured: false) {
            words = $0
            return Array(Self.page.utf8)
        }
        expect(words, is: ["/usr/bin/callboard-mqtt", "check", "--json", "--config", "f"])
        #expect(asked.isEnabled)
        expect(
            asked.findings,
            is: [
                Finding(id: "mqtt-broker", verdict: .warn("away", fix: "start it")),
                Finding(id: "mqtt-bridge", verdict: .ok("there")),
            ], "what it cannot do keeps no notice from arriving")
        for garbage in ["", "\u{0}", "{}", "[1]", "{\"ok\":tru"] {
            let silent = facts { _ in Array(garbage.utf8) }
            expect(silent.findings.map(\.verdict.says), is: ["callboard-mqtt could not be asked"])
        }
        var machine = MachineFacts.healthy
        machine.addOns = [asked]
        #expect(DoctorReport(machine).isHealthy)
        #expect(DoctorReport(machine).page(inColor: false).contains("WARN  mqtt-broker"))
    }

    @LoopActor
    private static func run(
        _ words: [String], within patience: Duration = Patience.limit
    ) async -> [UInt8]? {
        await AddOnFacts.ask(words, within: patience)
    }

    @Test func `what a program prints is read to its end`() async {
        LoopThread.start()
        let long = String(repeating: "x", count: 100_000)
        let printed = await Self.run(["/bin/sh", "-c", "printf %s \(long) | tr x y; exit 1"])
        expect(printed?.count, is: 100_000)
        #expect(printed?.allSatisfy { $0 == UInt8(ascii: "y") } ?? false)
        #expect(await Self.run(["/bin/sh", "-c", "kill -9 $$"]) == nil)
        #expect(await Self.run(["/nowhere/callboard-mqtt"]) == nil)
        #expect(await Self.run(["/bin/sh", "-c", "yes"]) == nil, "more than anybody has to say")
        let slow = ["/bin/sh", "-c", "echo so far; sleep \(Patience.seconds)"]
        #expect(await Self.run(slow, within: .milliseconds(300)) == nil)
    }
}
