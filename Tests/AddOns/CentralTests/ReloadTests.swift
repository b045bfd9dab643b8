import BridgeServiceSupport
import Control
import Expecting
import Linux
import PostgreSQL
import Support
import Testing

@testable import Central
@testable import History

/// The real program, which reads its configuration again in the middle of its work.
struct ReloadTests {
    init() {
        LoopThread.start()
    }

    /// Waits until the centre calls the bridge so.
    @LoopActor
    private static func name(_ bench: CheckBench, becomes wanted: String) async throws -> String {
        var name = "none"
        _ = try await answersEventually({
            let rows = try await bench.central.rows(
                "SELECT site || '/' || bridge FROM callboard.history")
            name = try rows.first?.value(0, as: String.self) ?? "none"
            return name == wanted
        })
        return name
    }

    @Test @LoopActor func `of two reloads at once the second holds`() async throws {
        let bench = try await CheckBench()
        try bench.bridge.add(1...300)
        let push = try RealPush(bench.lines, bridge: bench.bridge.socket)
        try await expect(Self.name(bench, becomes: "berlin/hall"), is: "berlin/hall")
        for round in 1...4 {
            bench.values["bridge"] = "garden\(round)"
            try push.reload(bench.lines)
            // The first is heard, but nothing of it has come about yet.
            await pause(.milliseconds((round - 1) * 3))
            bench.values["bridge"] = "attic\(round)"
            try push.reload(bench.lines)
            try await expect(
                Self.name(bench, becomes: "berlin/attic\(round)"), is: "berlin/attic\(round)")
            try bench.bridge.add(round * 1_000...round * 1_000 + 20)
        }
        try await expect(differences(bench.bridge, bench.central), is: "")
        try await expect(bench.central.number("SELECT count(*) FROM callboard.history"), is: 1)
        let problems = push.errors.split(separator: "\n").filter {
            !$0.contains(" connected to ") && !$0.hasSuffix(" the configuration was reloaded")
        }
        expect(problems, is: [])
        expect(push.finish(), is: 128 + 15)
    }

    @Test @LoopActor func `another site takes all along, where the user has access to both`()
        async throws
    {
        let bench = try await CheckBench()
        try bench.bridge.add(1...30)
        let push = try RealPush(bench.lines, bridge: bench.bridge.socket)
        try await expect(differences(bench.bridge, bench.central), is: "")
        bench.values["site"] = "paris"
        try push.reload(bench.lines)
        expect(
            await eventually {
                bench.bridge.report?.words.contains("no access to the site paris") ?? false
            }, "it was told \(bench.bridge.told)")
        bench.values["site"] = "berlin"
        try push.reload(bench.lines)
        try bench.bridge.add(31...40)
        try await expect(differences(bench.bridge, bench.central), is: "", "and back")
        try await bench.central.run("INSERT INTO callboard.access VALUES ('berlin', 'paris')")
        bench.values["site"] = "paris"
        try push.reload(bench.lines)
        try await expect(Self.name(bench, becomes: "paris/hall"), is: "paris/hall")
        try bench.bridge.add(41...50)
        try await expect(differences(bench.bridge, bench.central), is: "")
        try await expect(
            bench.central.number("SELECT count(*) FROM callboard.notices WHERE site = 'paris'"),
            is: 50)
        expect(push.finish(), is: 128 + 15)
    }

    @Test(arguments: [
        ("sight = berlin", "sight", "a key that there is not"),
        ("site = *", "*", "a site that is all of them"),
        ("bridge = hall", "site", "no site"),
        ("site = berlin\npassword = file:/nowhere/secret", "/nowhere/secret", "no password"),
        ("site = berlin\npassword = quince", "credential:NAME", "a password in the file"),
    ])
    @LoopActor func `a file that is wrong changes nothing, and says what is`(
        _ lines: String, _ words: String, _ why: String
    ) async throws {
        let bench = try await CheckBench()
        let push = try RealPush(bench.lines, bridge: bench.bridge.socket)
        try await expect(Self.name(bench, becomes: "berlin/hall"), is: "berlin/hall")
        var good = bench.values
        good["site"] = nil
        good["bridge"] = nil
        let rest = good.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
        try push.reload((rest + [lines]).joined(separator: "\n"))
        expect(
            await eventually { push.errors.contains("the configuration stays as it was") },
            "\(why): \(push.errors)")
        #expect(push.errors.contains(words), "\(why): \(push.errors)")
        #expect(!push.errors.contains("quince"), "\(why): a secret is told")
        try bench.bridge.add(1...10)
        try await expect(differences(bench.bridge, bench.central), is: "", "\(why)")
        try await expect(Self.name(bench, becomes: "berlin/hall"), is: "berlin/hall", "\(why)")
        bench.values["bridge"] = "attic"
        try push.reload(bench.lines)
        try await expect(Self.name(bench, becomes: "berlin/attic"), is: "berlin/attic", "\(why)")
        expect(push.finish(), is: 128 + 15)
    }
}
