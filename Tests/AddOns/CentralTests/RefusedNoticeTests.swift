import BridgeServiceSupport
import Control
import Expecting
import Linux
import Notices
import PostgreSQL
import Support
import Testing

@testable import Central
@testable import History

/// A notice that the centre does not take keeps no other from going there.
struct RefusedNoticeTests {
    init() {
        LoopThread.start()
    }

    private static let words = "a-word-of-somebody"

    /// Rules that somebody may have given the table.
    private static let rules: [(statements: [String], why: String)] = [
        (["ALTER TABLE callboard.notice ADD CHECK (title <> 'n200')"], "a rule of the table"),
        (judge("RAISE EXCEPTION 'not this: %', NEW.message"), "a trigger that quotes"),
        (judge("PERFORM NEW.message::integer"), "a value that is none"),
    ]

    private static func judge(_ sentence: String) -> [String] {
        [
            """
            CREATE FUNCTION callboard.judge() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF NEW.title = 'n200' THEN \(sentence); END IF; RETURN NEW;
            END $$
            """,
            "CREATE TRIGGER judge BEFORE INSERT ON callboard.notice FOR EACH ROW"
                + " EXECUTE FUNCTION callboard.judge()",
        ]
    }

    @Test(arguments: rules.indices)
    @LoopActor func `it is set aside, counted and told without its words, and all else arrives`(
        _ index: Int
    ) async throws {
        let rule = Self.rules[index]
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        for statement in rule.statements { try await central.run(statement) }
        try bridge.add(1...210, Self.words)
        let bench = try PushBench(bridge.socket, central.plan())
        let words = try await differences(bridge, central) {
            $0.missing.count == 1 && $0.different.isEmpty && $0.tooMany.isEmpty
        }
        let bad = Int64(bitPattern: SampleNotices.notice(200).id.rawValue)
        expect(words, is: "1 missing, such as [\(bad)]", "\(rule.why)")
        expect(await eventually { bridge.report?.lost == 1 && bridge.report?.works == true })
        #expect(bridge.report?.trouble?.contains("refused a notification") ?? false)
        for told in bridge.told + [bridge.report?.trouble ?? ""] {
            #expect(!told.contains(Self.words), "\(told)")
        }
        #expect(
            try await central.number("SELECT set_aside FROM callboard.history") == 1, "\(rule.why)")
        // What comes later goes as fast as ever.
        try bridge.add(401...410)
        try await expect(
            differences(bridge, central) { $0.missing == [bad] }, is: words, "\(rule.why)")
        await bench.stop()
    }

    @Test @LoopActor func `what was refused is offered again whenever they meet`() async throws {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try await central.run(
            "ALTER TABLE callboard.notice ADD CONSTRAINT odd CHECK (title !~ '[05]$')")
        try bridge.add(1...60)
        let counted = "SELECT set_aside FROM callboard.history"
        for round in 1...3 {
            bridge.forgetReport()
            let bench = try PushBench(bridge.socket, central.plan())
            try bridge.add(round * 100 + 1...round * 100 + 4)
            let words = try await differences(bridge, central) { $0.missing.count == 12 }
            #expect(words.hasPrefix("12 missing"), "round \(round): \(words)")
            expect(
                await eventually { bridge.report?.lost == 12 && bridge.report?.works == true },
                "round \(round): \(bridge.report?.lost ?? -1)")
            await bench.stop()
            try await expect(central.number(counted), is: 12, "round \(round): each once")
        }
        // One of them is gone meanwhile.
        try bridge.forget(.match(SearchWords("\"words of 10\"")))
        try await central.run("ALTER TABLE callboard.notice DROP CONSTRAINT odd")
        let bench = try PushBench(bridge.socket, central.plan())
        try await expect(differences(bridge, central), is: "")
        expect(await eventually { bridge.report?.lost == 0 })
        await bench.stop()
        try await expect(central.number(counted), is: 0)
    }

    /// A notice whose record nobody can read: no date has so great a moment.
    private static func senseless(_ number: Int) -> HistoryEvent {
        let notice = SampleNotices.notice(number, words)
        return SampleNotices.event(
            .added,
            Notice(
                id: notice.id, phone: notice.phone, category: notice.category, flags: [],
                uid: notice.uid, appID: notice.appID, title: notice.title,
                message: notice.message, received: WallTime(milliseconds: 300_000_000_000_000)))
    }

    @Test @LoopActor func `one that makes no sense is passed over likewise, and all else arrives`()
        async throws
    {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try bridge.add(1...30, Self.words)
        try bridge.write([Self.senseless(200)])
        let bench = try PushBench(bridge.socket, central.plan())
        try await expect(differences(bridge, central), is: "")
        try await expect(central.number("SELECT count(*) FROM callboard.notice"), is: 30)
        expect(await eventually { bridge.report?.lost == 1 && bridge.report?.works == true })
        #expect(
            bridge.report?.trouble?.hasSuffix("stays at the bridge: life[0].at is invalid")
                ?? false,
            "\(bridge.report?.trouble ?? "")")
        for told in bridge.told + [bridge.report?.trouble ?? ""] {
            #expect(!told.contains(Self.words), "\(told)")
        }
        try await expect(central.number("SELECT set_aside FROM callboard.history"), is: 1)
        // One alone, and then others.
        try bridge.write([Self.senseless(201)])
        expect(await eventually { bridge.report?.lost == 2 })
        try bridge.add(401...410)
        try await expect(differences(bridge, central), is: "")
        try await expect(central.number("SELECT count(*) FROM callboard.notice"), is: 40)
        expect(await eventually { bridge.report?.waiting == 0 })
        await bench.stop()
    }

    /// Waits until a bridge was asked for many batches more, which take their time.
    @LoopActor
    private static func isAskedFurther(_ bridge: ServedBridge) async -> Bool {
        let before = bridge.received.count
        return await eventually { bridge.received.count > before + 20 }
    }

    @Test @LoopActor func `where nothing makes sense, only some are passed over`()
        async throws
    {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try bridge.write((1...8).map(Self.senseless))
        var pace = PushBench.quick
        pace.asideLimit = 3
        let bench = try PushBench(bridge.socket, central.plan(), pace: pace)
        expect(
            await eventually { bridge.report?.words.contains("is invalid") ?? false },
            "\(bridge.told)")
        expect(await Self.isAskedFurther(bridge))
        expect(await eventually { bridge.report?.works == false && bridge.report?.lost == 3 })
        expect(bridge.mostLost, is: 3)
        try await expect(central.number("SELECT set_aside FROM callboard.history"), is: 3)
        await bench.stop()
    }

    @Test @LoopActor func `a new name of a phone goes there where a notice beside it does not`()
        async throws
    {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try await central.run("ALTER TABLE callboard.notice ADD CHECK (title <> 'n200')")
        try bridge.add(1...5)
        let first = try PushBench(bridge.socket, central.plan())
        try await expect(differences(bridge, central), is: "")
        await first.stop()
        try bridge.write([SampleNotices.renamed("Ann's iPhone", "Bea's iPhone")])
        let notice = SampleNotices.notice(200, phone: "Bea's iPhone")
        try bridge.write([SampleNotices.event(.added, notice)])
        let second = try PushBench(bridge.socket, central.plan())
        expect(await eventually { bridge.report?.lost == 1 })
        let names = try await central.rows("SELECT name FROM callboard.phone")
        try expect(names.map { try $0.value(0, as: String.self) }, is: ["Bea's iPhone"])
        await second.stop()
    }

    @Test @LoopActor func `a centre that takes nothing is waited for`() async throws {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try await central.run(
            "ALTER TABLE callboard.notice ADD CONSTRAINT nothing CHECK (title = '')")
        try bridge.add(1...30)
        var pace = PushBench.quick
        pace.asideLimit = 3
        let bench = try PushBench(bridge.socket, central.plan(), pace: pace)
        expect(await eventually { bridge.report?.works == false && bridge.report?.lost == 3 })
        expect(await Self.isAskedFurther(bridge))
        expect(bridge.mostLost, is: 3)
        try await expect(central.number("SELECT set_aside FROM callboard.history"), is: 3)
        try await central.run("ALTER TABLE callboard.notice DROP CONSTRAINT nothing")
        // What was passed over as well, since they have met again.
        try await expect(differences(bridge, central), is: "")
        expect(await eventually { bridge.report?.lost == 0 })
        await bench.stop()
    }

    @Test @LoopActor func `where a batch takes longer than it may, smaller ones go there`()
        async throws
    {
        let (central, bridge) = (try await TestCentral(), try ServedBridge())
        try await central.run(
            """
            CREATE FUNCTION callboard.judge() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF (SELECT count(*) FROM batch) > 40 THEN PERFORM pg_sleep(3600); END IF;
                RETURN NULL; END $$
            """)
        try await central.run(
            "CREATE TRIGGER judge AFTER INSERT ON callboard.notice"
                + " REFERENCING NEW TABLE AS batch FOR EACH STATEMENT"
                + " EXECUTE FUNCTION callboard.judge()")
        try bridge.add(1...80)
        var plan = central.plan()
        plan.statementLimit = .seconds(2)
        let bench = try PushBench(bridge.socket, plan)
        try await expect(differences(bridge, central), is: "")
        expect(bridge.report?.lost, is: 0)
        await bench.stop()
    }
}
