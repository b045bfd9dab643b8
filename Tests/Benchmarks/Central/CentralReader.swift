import Central
import Linux
import PostgreSQL
import ServerSupport

/// Somebody who reads at the centre what is new there, and knows how long it took to come.
@LoopActor
final class CentralReader {
    private let news = DatabaseSession()
    private let asking = DatabaseSession()
    private let plan: DatabaseEndpoint
    private var waiting: [String: [(number: Int64, since: Duration)]] = [:]
    private var names: [Int: String] = [:]
    private var isAsking = false
    /// How long notices took until they could be read, in milliseconds.
    private(set) var lags: [Double] = []
    /// How often the newest notification of a bridge was read after news of it, and was there.
    private(set) var readings = 0
    /// How long such a reading took, in milliseconds.
    private(set) var readingTimes: [Double] = []
    /// What was wrong.
    private(set) var problem: String?

    /// Somebody who reads there.
    init(_ server: RealServer) async throws {
        var plan = DatabaseEndpoint(
            places: [.host("localhost", port: server.port)], database: "centre", user: "anna",
            password: "secret", encryption: .init(authorities: server.file("ca.crt")))
        plan.wantsToWrite = false
        self.plan = plan
        try await open()
    }

    /// Begins, perhaps once more.
    func open() async throws {
        _ = try await asking.open(plan)
        _ = try await news.open(plan)
        try await news.run([.listen(to: CentralStatements.channel)])
        let news = news
        Task { @LoopActor [weak self] in
            while let note = await news.notification(within: .seconds(3_600)) {
                await self?.take(note.payload)
            }
        }
    }

    /// Expects notices of a bridge, whose numbers rise.
    func expect(_ number: Int64, of bridge: String) {
        waiting[bridge, default: []].append((number, EventLoop.now))
    }

    /// How many notices are expected.
    var expected: Int { waiting.values.reduce(0) { $0 + $1.count } }

    /// Forgets what was measured.
    func forget() {
        (lags, readings, readingTimes, waiting) = ([], 0, [], [:])
    }

    /// The only number of the only row that a statement finds.
    func number(_ words: String) async throws -> Int64 {
        guard let row = try await asking.rows(SQLStatement(words)).first else { return 0 }
        return try row.value(0, as: Int64.self)
    }

    private func take(_ payload: String) async {
        let now = EventLoop.now
        let words = payload.split(separator: " ")
        guard let history = words.first.flatMap({ Int($0) }),
            let number = words.last.flatMap({ Int64($0) })
        else { return }
        if names[history] == nil { try? await readNames() }
        guard let bridge = names[history] else { return }
        // What waits and is not newer was part of the same batch, or of one before.
        let arrived = waiting[bridge, default: []].prefix { $0.number <= number }
        guard !arrived.isEmpty else { return }
        lags += arrived.map { (now - $0.since) / .milliseconds(1) }
        waiting[bridge]?.removeFirst(arrived.count)
        if !isAsking { read(bridge, number: arrived[arrived.count - 1].number) }
    }

    private func readNames() async throws {
        for row in try await asking.rows(
            SQLStatement("SELECT number, bridge FROM callboard.bridges"))
        {
            names[Int(try row.value(0, as: Int64.self))] = try row.value(1, as: String.self)
        }
    }

    /// Reads the newest notification of a bridge, which must be that of the news or a newer one.
    private func read(_ bridge: String, number: Int64) {
        isAsking = true
        Task { @LoopActor in
            let begun = EventLoop.now
            let found = try? await asking.rows(
                SQLStatement(
                    "SELECT number FROM callboard.find(bridges => ARRAY[$1], by_sent => false, most => 1)",
                    [.text(bridge)], isRepeated: true)
            ).first?.value(0, as: Int64.self)
            isAsking = false
            guard let found else { return }
            if found < number { problem = "\(bridge) had news of a notice that is not there" }
            readings += 1
            readingTimes.append((EventLoop.now - begun) / .milliseconds(1))
        }
    }
}
