import Beacons
import Expecting
import Foundation
import Linux
import Notices
import Support
import Testing

@testable import BeaconMonitoring

/// What is near outlives the bridge, and the machine's clock.
@Suite(.onLoop)
struct MemoryTests {
    @LoopActor
    @Test func `a restart tells what holds quietly, and what went meanwhile once`() async throws {
        let folder = TestFolder()
        let before = ControllerBench(in: folder.path)
        before.controller.start(ControllerBench.settings())
        before.pass(40, hearing: 1)
        await before.finish()
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)

        let after = ControllerBench(in: folder.path)
        after.controller.start(ControllerBench.settings())
        expect(after.kept(), is: ["near Keys"])
        after.pass(29, hearing: 2)
        expect(after.told(), is: ["near wallet"])
        after.pass(3, hearing: 2)
        expect(after.told(), is: ["left Keys"])
        await after.finish()

        let last = ControllerBench(in: folder.path)
        last.controller.start(ControllerBench.settings())
        expect(last.kept(), is: ["near wallet", "left Keys"])
        last.pass(5, hearing: 1, 2)
        expect(last.told(), is: ["back Keys"])
        await last.finish()
    }

    private static func memory(_ near: Bool, _ since: String, beacons: String) -> String {
        #"{"format":1,"regions":[{"name":"keys","beacons":"\#(beacons)","near":\#(near),"#
            + #""since":"\#(since)","last_heard":"\#(since)"}],"people":[]}"#
    }

    private static let keys = "ibeacon:6a3f0c52-9b1e-4d07-8c66-2f9d51e4a7b0:1:1"

    @Test(arguments: [
        (
            "2020-01-01T00:00:00Z", Self.keys, ["near Keys"],
            "years ago is no reason to have left"
        ),
        ("2199-01-01T00:00:00Z", Self.keys, ["near Keys"], "the clock was wrong then"),
        (
            "2020-01-01T00:00:00Z", "ibeacon:6a3f0c52-9b1e-4d07-8c66-2f9d51e4a7b0:1:*", [],
            "other beacons"
        ),
    ])
    @LoopActor
    func `a reboot is no leaving`(
        since: String, beacons: String, kept: [String], why: Comment
    ) async throws {
        let folder = TestFolder()
        try folder.write(Self.memory(true, since, beacons: beacons))
        let bench = ControllerBench(in: folder.path)
        bench.controller.start(ControllerBench.settings())
        expect(bench.kept(), is: kept, why)
        bench.pass(20)
        expect(bench.told(), is: [], why)
        bench.pass(3600, hearing: 1)
        expect(bench.told(), is: kept.isEmpty ? ["near Keys"] : [], why)
        await bench.finish()
    }

    @LoopActor
    @Test
    func `a reminder that was still to come comes after a restart, one that was told does not`()
        async throws
    {
        for (age, expected) in [(30, ["left Keys again"]), (90, [])] {
            let folder = TestFolder()
            let since = WallTime.now.advanced(by: .seconds(-age)).timestampForTests
            try folder.write(Self.memory(false, since, beacons: Self.keys))
            let bench = ControllerBench(in: folder.path)
            bench.controller.start(ControllerBench.settings(remind: .seconds(60)))
            expect(bench.kept(), is: ["left Keys"])
            bench.pass(3600)
            expect(bench.told(), is: expected, "\(age)")
            await bench.finish()
        }
    }

    @Test(arguments: [
        ("", "the text ends"), ("{}", "format"),
        (#"{"format":2,"regions":[],"people":[]}"#, "format"),
        (#"{"format":1,"regions":[{}],"people":[]}"#, "regions[0].name"),
        (
            #"{"format":1,"regions":[{"name":"a","beacons":"b","near":true,"beacon":"c"}],"people":[]}"#,
            "regions[0].beacon: must be the name of a beacon"
        ),
        (String(repeating: " ", count: (256 << 10) + 1), "larger than"),
    ])
    @LoopActor
    func `a damaged file is named and set aside`(text: String, problem: String) async throws {
        let folder = TestFolder()
        try folder.write(text)
        let bench = ControllerBench(in: folder.path)
        bench.controller.start(ControllerBench.settings())
        expect(bench.advice.count, is: 1)
        let advice = bench.advice.first ?? ""
        #expect(advice.contains(folder.file) && advice.contains(problem), "\(advice)")
        #expect(FileManager.default.fileExists(atPath: folder.file + ".broken"))
        bench.pass(3, hearing: 1)
        expect(bench.told(), is: ["near Keys"])
        await bench.finish()
        expect(folder.text?.contains("keys"), is: true)
    }

    @LoopActor
    @Test func `a folder that cannot be written is told of once, and everything else goes on`()
        async
    {
        let bench = ControllerBench(in: "/dev/null/beacons")
        bench.controller.start(ControllerBench.settings())
        bench.pass(10, hearing: 1)
        let isTold = await eventually {
            bench.pass(1, hearing: 1)
            return bench.advice.contains { $0.hasPrefix("the state of beacons cannot be saved in") }
        }
        #expect(isTold)
        bench.pass(60, hearing: 2)
        expect(bench.told(), is: ["near Keys", "near wallet", "left Keys"])
        await bench.finish()
        let sentences = Set(bench.advice)
        expect(bench.advice.count, is: sentences.count, "\(bench.advice)")
    }

    @LoopActor
    @Test func `without a folder nothing is read or written`() async {
        let bench = ControllerBench()
        bench.controller.start(ControllerBench.settings())
        bench.pass(10, hearing: 1)
        await bench.finish()
        expect(bench.advice, is: [])
    }
}

extension WallTime {
    /// As the file has it.
    var timestampForTests: String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000).ISO8601Format()
    }
}
