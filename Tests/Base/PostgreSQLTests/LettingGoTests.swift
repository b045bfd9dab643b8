import Expecting
import Linux
import ServerSupport
import Support
import Testing

@testable import PostgreSQL

/// Owners that let go of a connection to a real server in the middle of something.
struct LettingGoTests {
    init() {
        LoopThread.start()
    }

    /// How many clients of this name the server has.
    @LoopActor
    private static func count(_ name: String) async -> Int {
        guard let plan = try? SharedServer.plan else { return -1 }
        let client = TestClient(plan)
        guard await client.opens() else { return -1 }
        let (rows, _) = await client.run(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1", [.text(name)])
        return (try? rows.first?.value(0)) ?? -1
    }

    @LoopActor
    private static func plan(_ name: String) throws -> DatabaseEndpoint {
        var plan = try SharedServer.plan
        plan.programName = name
        return plan
    }

    @Test(arguments: [0, 1, 2, 5, 10, 20, 40])
    @LoopActor func `whoever lets go while it connects hears nothing, and no client stays`(
        _ milliseconds: Int
    ) async throws {
        let name = "let-go-\(milliseconds)"
        var news = 0
        var connection: ServerConnection? = ServerConnection(try Self.plan(name)) { _ in news += 1 }
        if milliseconds > 0 { await pause(.milliseconds(milliseconds)) }
        let heard = news
        _ = connection
        connection = nil
        expect(await answersEventually({ await Self.count(name) == 0 }))
        expect(news, is: heard)
    }

    /// Where a connection is stopped or let go.
    enum Moment: CaseIterable {
        case connected, row, lastRow, completion, notification, ended
    }

    @Test(arguments: Moment.allCases, [true, false])
    @LoopActor func `whoever is told something may end it there and then`(
        _ moment: Moment, _ isStopped: Bool
    ) async throws {
        let name = "ends-\(moment)-\(isStopped)"
        var connection: ServerConnection?
        var (isOver, rows, later) = (false, 0, 0)
        func end() {
            if isStopped { connection?.stop() }
            connection = nil
            isOver = true
        }
        connection = ServerConnection(try Self.plan(name)) { news in
            if isOver { later += 1 }
            switch news {
            case .connected:
                if moment == .connected { return end() }
                connection?.run(
                    [
                        .listen(to: name), SQLStatement("SELECT * FROM generate_series(1, 1000)"),
                        .notify(name, "x"), SQLStatement("SELECT 1"),
                    ],
                    rows: { _, _ in
                        if isOver { later += 1 }
                        rows += 1
                        if moment == .row, rows == 500 { end() }
                        if moment == .lastRow, rows == 1002 { end() }
                    },
                    then: { _ in
                        if isOver { later += 1 }
                        if moment == .completion { end() }
                        if moment == .ended {
                            connection?.run([SQLStatement("COPY pg_class TO STDOUT")]) { _ in }
                        }
                    })
            case .notified: if moment == .notification { end() }
            case .ended: if moment == .ended { end() }
            case .noticed: break
            }
        }
        expect(await eventually { isOver })
        expect(await answersEventually({ await Self.count(name) == 0 }))
        expect(later, is: 0, "nothing follows")
    }

    @Test @LoopActor func `answers may ask for more, for as long as they like`() async throws {
        let client = TestClient(try SharedServer.plan)
        #expect(await client.opens())
        var count = 0
        func ask() {
            client.connection?.run(
                [SQLStatement("SELECT 1", isRepeated: true)],
                rows: { _, _ in
                    // In the middle of an answer as well.
                    client.connection?.run([SQLStatement("SELECT 2")]) { _ in count += 1 }
                },
                then: { _ in
                    count += 1
                    if count < 400 { ask() }
                })
        }
        ask()
        expect(await eventually { count >= 400 })
        expect(client.failure, is: nil)
    }
}
