import BridgeServiceSupport
import Control
import Expecting
import Foundation
import JSON
import Linux
import Notices
import PostgreSQL
import ServerSupport
import Support
import Testing

@testable import Central
@testable import History

/// What a centre has leaves it as lines, and lines come to a centre.
struct ImportTests {
    init() {
        LoopThread.start()
    }

    /// All that a centre has of its notices, row by row.
    @LoopActor
    private static func rows(_ central: TestCentral) async throws -> [String] {
        try await central.rows(
            """
            SELECT concat_ws('|', v.site, v.bridge, v.phone, v.bond, v.number, v.category, v.app,
                v.app_id, v.title, v.subtitle, v.message, v.call_state, v.removed_by, v.removed_at,
                v.received, v.sent, v.moment, v.flags, v.hidden, v.incomplete, n.ring_ms, n.talk_ms,
                n.declined, n.words, n.record)
            FROM callboard.notices v
            JOIN callboard.history h ON h.id = v.history
            JOIN callboard.notice n ON n.history = h.number AND n.number = v.number
            ORDER BY v.site, v.bridge, v.number
            """
        ).map { try $0.value(0, as: String.self) }
    }

    /// A bridge whose notices a centre has.
    @LoopActor
    private static func bridge(
        _ name: String, _ central: TestCentral, seed: UInt64
    ) async throws -> ServedBridge {
        let bridge = try ServedBridge()
        let year = BelievableYear(seed: seed, end: SampleNotices.start, days: 7)
        try bridge.write(year.compactMap { HistoryEvent($0, bond: "AA") })
        let bench = try PushBench(bridge.socket, central.plan(), name: name)
        expect(await eventually { bridge.report?.words.hasSuffix("up to date") ?? false })
        await bench.stop()
        return bridge
    }

    /// What a history exports, in a file.
    private static func export(_ folder: String, to path: String) throws {
        var bytes: [UInt8] = []
        try HistoryReader(in: folder).export { line in
            bytes += line
            return true
        }
        #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
    }

    @Test @LoopActor func `what one centre exports is the same at another`() async throws {
        let (central, other) = (try await TestCentral(), try await TestCentral())
        let bridges = [
            try await Self.bridge("hall", central, seed: 3),
            try await Self.bridge("attic", central, seed: 4),
        ]
        try await expect(central.number("SELECT count(*) FROM callboard.history"), is: 2)
        #expect(bridges.count == 2)
        let (command, there) = (try CentralCommand(central), try CentralCommand(other))
        let file = command.file("all.jsonl")
        try await expect(command.run(["export", file]).status, is: 0)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        expect(mode as? Int, is: 0o600)
        let again = try await command.run(["export", file])
        expect(again.status, is: 74)
        #expect(again.said.contains("is there already"), "\(again.said)")
        let imported = try await there.run(["import", file])
        expect(imported.status, is: 0, "\(imported.said)")
        let rows = try await Self.rows(central)
        #expect(rows.count > 500)
        try await expect(Self.rows(other), is: rows)
        try await expect(
            other.number("SELECT count(*) FROM callboard.history WHERE state = 'imported'"), is: 2)
        // To standard output, and the oldest first.
        let output = try await there.run(["export"]).output
        let exported = FileManager.default.contents(atPath: file).map(Array.init) ?? []
        expect(Self.lines(output), is: Self.lines(exported))
        let received = output.split(separator: UInt8(ascii: "\n")).compactMap {
            (try? JSONValue(parsing: Array($0)))?.text("id")
        }
        expect(received, is: received.sorted())
        expect(received.count, is: rows.count)
    }

    private static func lines(_ bytes: [UInt8]) -> Set<String> {
        Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    @Test @LoopActor func `filters choose what is exported`() async throws {
        let central = try await TestCentral()
        let bridge = try await Self.bridge("hall", central, seed: 3)
        let command = try CentralCommand(central)
        var missed: [String] = []
        var filter = HistoryFilter()
        filter.onlyMissed = true
        try HistoryReader(in: bridge.folder).notices(filter) { notice in
            missed.insert(notice.notice.id.description, at: 0)
            return true
        }
        #expect(missed.count > 2)
        for (words, expected) in [
            (["--missed"], missed.sorted()), (["--site", "paris"], []),
            (["--missed", "--bridge", "HALL", "--since", "2020"], missed.sorted()),
            (["--until", "2020"], []),
        ] {
            let ending = try await command.run(["export"] + words)
            expect(ending.status, is: 0, "\(words): \(ending.said)")
            let lines = ending.output.split(separator: UInt8(ascii: "\n"))
            let read = try lines.map { try JSONValue(parsing: Array($0)) }
            expect(read.first?.number("callboard_history"), is: 1)
            expect(read.dropFirst().compactMap { $0.text("id") }, is: expected, "\(words)")
            expect(Set(read.dropFirst().map { $0.text("site") }).count, is: min(expected.count, 1))
        }
    }

    @Test @LoopActor func `an export of a history comes to a centre, once, and is a quiet bridge`()
        async throws
    {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try bridge.add(1...1_200)
        let command = try CentralCommand(central)
        let file = command.file("hall.jsonl")
        try Self.export(bridge.folder, to: file)
        let words = ["import", file, "--site", "berlin", "--bridge", "hall"]
        let first = try await command.run(words)
        expect(first.status, is: 0)
        expect(first.said, is: "callboard-central: notifications imported: 1200\n")
        try await expect(Differences(bridge.folder, central).words, is: "")
        let second = try await command.run(["import", "-"] + words.dropFirst(2), reading: file)
        expect(
            second.said, is: "callboard-central: notifications imported: 0, there already: 1200\n")
        try await expect(Differences(bridge.folder, central).words, is: "")
        try await expect(central.number("SELECT count(*) FROM callboard.history"), is: 1)
        try await central.run("UPDATE callboard.history SET last_seen = '2020-01-01'")
        let status = try await command.run(["status"])
        expect(status.status, is: 0)
        #expect(String(decoding: status.output, as: UTF8.self).hasPrefix("berlin/hall  imported"))
        let found = try await command.run(["search", "words", "-F", "json", "-n", "1"])
        #expect(String(decoding: found.output, as: UTF8.self).contains("\"bridge\":\"hall\""))
    }

    @Test @LoopActor func `a search that finds nothing suggests what was probably meant`()
        async throws
    {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try bridge.add(1...3, "Müllers Marmelade")
        let command = try CentralCommand(central)
        let file = command.file("hall.jsonl")
        try Self.export(bridge.folder, to: file)
        let place = ["--site", "berlin", "--bridge", "hall"]
        try await expect(command.run(["import", file] + place).status, is: 0)
        for (words, status, said) in [
            (["MULLERS", "marmeladé"], Int32(0), "found 3"),
            (["Mulers"], 1, "nothing was found; did you mean 'Müllers'?"),
            (["mullres", "marmelade"], 1, "nothing was found; did you mean 'Müllers marmelade'?"),
            (["xyzzy"], 1, "nothing was found\n"),
            (["\"mulers marmelade\""], 1, "nothing was found\n"),
            (
                ["mulers", "--site", "paris"], 1,
                "nothing was found\nthere is no site 'paris'"
            ),
        ] {
            let ending = try await command.run(["search"] + words)
            expect(ending.status, is: status, "\(words)")
            #expect(ending.said.contains(said), "\(words): \(ending.said)")
            if status != 0 { expect(ending.output, is: [], "\(words)") }
        }
        let line = try await command.run(["search", "Mulers", "-F", "json", "--suggest"])
        expect(String(decoding: line.output, as: UTF8.self), is: "{\"meant\":\"Müllers\"}\n")
    }

    @Test @LoopActor func `formats with fields have where a notice came from, and its phone alone`()
        async throws
    {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try bridge.add(1...3)
        let command = try CentralCommand(central)
        let file = command.file("hall.jsonl")
        try Self.export(bridge.folder, to: file)
        let place = ["--site", "berlin", "--bridge", "the hall"]
        try await expect(command.run(["import", file] + place).status, is: 0)
        for words in [["history"], ["search", "words"]] {
            var lines: [String: [Substring]] = [:]
            for format in ["csv", "kv", "json"] {
                let output = try await command.run(words + ["-F", format]).output
                lines[format] = String(decoding: output, as: UTF8.self).split(separator: "\n")
            }
            let csv = lines["csv"] ?? []
            #expect(csv.first?.hasSuffix(",media.commands,site,bridge") ?? false, "\(words)")
            #expect(csv.dropFirst().allSatisfy { $0.hasSuffix(",berlin,the hall") })
            #expect(csv.dropFirst().allSatisfy { $0.contains(",Ann's iPhone,") })
            let columns = csv.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
            expect(Set(columns.map(\.count)).count, is: 1)
            let kv = lines["kv"] ?? []
            #expect(kv.allSatisfy { $0.hasSuffix(" site=berlin bridge=\"the hall\"") })
            #expect(kv.allSatisfy { $0.contains(" phone=\"Ann's iPhone\" ") })
            let json = lines["json"] ?? []
            #expect(
                json.allSatisfy { $0.hasSuffix(",\"site\":\"berlin\",\"bridge\":\"the hall\"}") })
            expect([csv.count, kv.count, json.count], is: [4, 3, 3])
        }
    }

    @Test @LoopActor func `what the bridge handed in itself is not there twice`() async throws {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try bridge.add(1...20)
        let bench = try PushBench(bridge.socket, central.plan())
        try await expect(differences(bridge, central), is: "")
        let command = try CentralCommand(central)
        let file = command.file("hall.jsonl")
        try Self.export(bridge.folder, to: file)
        let words = ["import", file, "--site", "berlin", "--bridge", "hall"]
        let refused = try await command.run(words)
        expect(refused.status, is: 1)
        #expect(refused.said.contains("is connected to the central database"), "\(refused.said)")
        await bench.stop()
        // What it had not handed over is added.
        try bridge.add(21...25)
        try Self.export(bridge.folder, to: file)
        let ending = try await command.run(words)
        expect(ending.said, is: "callboard-central: notifications imported: 5, there already: 20\n")
        try await expect(Differences(bridge.folder, central).words, is: "")
    }

    private static let mistakes: [(lines: [String], options: [String], words: String)] = [
        (["{\"id\":1}"], place, "hall.jsonl:1502:1 is not a line of an export"),
        (["{\"callboard_history\":1}", "{nothing"], place, "hall.jsonl:1503:2 is not a line"),
        ([], ["--bridge", "hall"], "hall.jsonl:2: the line has no site; add --site"),
        ([], ["--site", "berlin"], "hall.jsonl:2: the line has no bridge; add --bridge"),
        ([], ["--site", "*", "--bridge", "hall"], "--site must be one site, not *"),
        (
            [], ["--site", String(repeating: "s", count: 101), "--bridge", "hall"],
            "--site must have 1 to 100 characters"
        ),
    ]
    private static let place = ["--site", "berlin", "--bridge", "hall"]

    @Test(arguments: mistakes.indices)
    @LoopActor func `a mistake is named by its line, and nothing is taken in`(
        _ index: Int
    ) async throws {
        let (lines, options, words) = Self.mistakes[index]
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try bridge.add(1...1_500)
        let command = try CentralCommand(central)
        let file = command.file("hall.jsonl")
        try Self.export(bridge.folder, to: file)
        let all = try String(contentsOfFile: file, encoding: .utf8)
        try (all + lines.map { $0 + "\n" }.joined())
            .write(toFile: file, atomically: true, encoding: .utf8)
        let ending = try await command.run(["import", file] + options)
        expect(ending.status, is: words.hasPrefix("--") ? 64 : 65)
        #expect(ending.said.contains(words), "\(ending.said)")
        try await expect(central.number("SELECT count(*) FROM callboard.history"), is: 0)
    }

    @Test @LoopActor func `a notice that the centre does not take is named by its line`()
        async throws
    {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try await central.run("ALTER TABLE callboard.notice ADD CHECK (title <> 'n700')")
        try bridge.add(1...1_000)
        let command = try CentralCommand(central)
        let file = command.file("hall.jsonl")
        try Self.export(bridge.folder, to: file)
        let ending = try await command.run(["import", file] + Self.place)
        expect(ending.status, is: 65)
        #expect(
            ending.said.contains("hall.jsonl:701: the central database refuses it"),
            "\(ending.said)")
        #expect(!ending.said.contains("words of"), "\(ending.said)")
        let bad = Int64(bitPattern: SampleNotices.notice(700).id.rawValue)
        try await expect(
            central.number("SELECT count(*) FROM callboard.notice WHERE number < \(bad)"), is: 699)
    }

    @Test @LoopActor func `who may only hand in is told that an import needs more`() async throws {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try bridge.add(1...3)
        let command = try CentralCommand(central, as: "berlin")
        let file = command.file("hall.jsonl")
        try Self.export(bridge.folder, to: file)
        let ending = try await command.run(["import", file] + Self.place)
        expect(ending.status, is: 1)
        #expect(ending.said.contains("a member of both groups"), "\(ending.said)")
        try central.server.run("GRANT callboard_reader TO berlin")
        let member = try await command.run(["import", file] + Self.place)
        expect(member.said, is: "callboard-central: notifications imported: 3\n")
        try central.server.run("REVOKE callboard_reader FROM berlin")
    }

    @Test @LoopActor
    func `fifteen thousand notices pass through little memory, and a kill halves no batch`()
        async throws
    {
        let central = try await TestCentral(isAlone: true)
        let command = try CentralCommand(central)
        let file = command.file("many.jsonl")
        Self.write(1...1_000, to: command.file("few.jsonl"))
        Self.write(1...15_000, to: file)
        /// What a short run needs of memory: it may be over before it was looked at in the end.
        func memory(_ words: [String], reading input: String = "/dev/null") async throws -> Int {
            var most = 0
            for _ in 0..<5 {
                let ending = try await command.run(words, reading: input)
                expect(ending.status, is: 0, "\(ending.said)")
                most = max(most, ending.memory)
            }
            return most
        }
        let few = try await memory(
            ["import", "-"] + Self.place, reading: command.file("few.jsonl"))

        let process = try command.start(["import", "-"] + Self.place, reading: file)
        var there: Int64 = 0
        expect(
            try await answersEventually({
                there = try await central.number("SELECT count(*) FROM callboard.notice") ?? 0
                return there >= 2_000
            }))
        // However fast it is, it is in the middle while another one comes.
        kill(process, SIGSTOP)
        let second = try await CentralCommand(central)
            .run(["import", command.file("few.jsonl")] + Self.place)
        expect(second.status, is: 75)
        #expect(second.said.contains("another import for the same site"), "\(second.said)")
        kill(process, SIGKILL)
        _ = try await command.wait(for: process)
        let sessions =
            "SELECT count(*) FROM pg_stat_activity WHERE usename = 'hall'"
            + " AND application_name = 'callboard-central'"
        expect(
            try await answersEventually({ try await central.number(sessions) == 0 }),
            "the server has given its last batch up, or done it")
        let left = try await central.number("SELECT count(*) FROM callboard.notice") ?? 0
        #expect(left < 15_000 && left % Int64(OutboxBatch.limit) == 0, "\(left)")

        let rest = try await command.run(["import", "-"] + Self.place, reading: file)
        expect(
            rest.said,
            is:
                "callboard-central: notifications imported: \(15_000 - left), there already: \(left)\n"
        )
        try await expect(central.number("SELECT count(*) FROM callboard.notice"), is: 15_000)
        try await expect(
            central.number("SELECT count(DISTINCT record) FROM callboard.notice"), is: 15_000)
        let size = (FileManager.default.contents(atPath: file)?.count ?? 0)
        #expect(size > 3 << 20)
        #expect(rest.memory - few < 9 << 20, "\(rest.memory), \(few)")

        let one = try await memory(["export", "--until", "2001", "-"])
        let all = try await command.run(["export", command.file("all.jsonl")])
        expect(all.status, is: 0, "\(all.said)")
        #expect(all.memory - one < 9 << 20, "\(all.memory), \(one)")
        let exported = FileManager.default.contents(atPath: command.file("all.jsonl")) ?? Data()
        expect(exported.split(separator: UInt8(ascii: "\n")).count, is: 15_001)
        #expect(exported.count > size)
    }

    /// An export of invented notices.
    private static func write(_ numbers: ClosedRange<Int>, to path: String) {
        var text = String(decoding: ExportedLine.header, as: UTF8.self)
        for number in numbers {
            let moment = SampleNotices.start.milliseconds + Int64(number) * 1000
            let id = NoticeID(rawValue: UInt64(moment) << 20)
            text += """
                {"id":"\(id)","phone":"Ann's iPhone","bond":"AA","category":"social","flags":0,\
                "uid":\(number),"app_id":"com.example","title":"n\(number)","subtitle":"",\
                "message":"some words of \(number)","positive":"","negative":"",\
                "received":\(moment),"life":[{"change":"added","at":\(moment)}]}

                """
        }
        #expect(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
    }
}
