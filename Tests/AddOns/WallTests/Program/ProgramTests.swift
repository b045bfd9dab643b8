import Expecting
import Foundation
import Linux
import ServingSupport
import Support
import Testing
import Waiting
import WebSupport

@testable import Wall

/// The program as it is installed, beside a bridge with a simulated phone.
struct ProgramTests {
    init() {
        LoopThread.start()
    }

    private static let scenario = #"""
        {"format": 1, "phones": [{"name": "Mara's iPhone", "services": [{"uuid": "180F",
            "there": false, "characteristics": [{"uuid": "2A19", "properties": ["read"]}]}],
            "timeline": [
            {"at": 0.1, "add": {"name": "sms", "category": "social", "app": "com.apple.MobileSMS",
                "title": "Quince", "message": "the marmalade is ready", "negative": "Clear"}},
            {"at": 0.3, "add": {"name": "call", "category": "incoming_call",
                "app": "com.apple.mobilephone", "title": "Rhubarb", "positive": "Answer",
                "negative": "Decline"}}]}]}
        """#

    /// A bridge, a wall, and the folder of both.
    @LoopActor
    final class House {
        nonisolated static let token = "kiosk-0123456789"

        let folder: TestFolder
        let port: Int
        private(set) var bridge: BackgroundProgram?
        private(set) var wall: BackgroundProgram?

        init(_ lines: [String] = []) async throws {
            folder = try TestFolder()
            port = try Loopback.freePort()
            try folder.write(ProgramTests.scenario, to: "scenario")
            try folder.write("kiosk full act \(Self.token)\n", to: "tokens")
            try configure(lines)
            try startBridge()
            wall = try BackgroundProgram(
                [Self.path("callboard-wall"), "run"] + named, saying: folder.file("errors"))
            let (port, socket) = (port, folder.file("s"))
            try #require(
                await eventually { Loopback.listens(at: port) && Self.listens(at: socket) },
                "\(errors)")
        }

        /// Whether a bridge takes connections there.
        private static func listens(at path: String) -> Bool {
            do throws(Errno) {
                return try StreamSocket.connect(to: path).rawValue >= 0
            } catch {
                return false
            }
        }

        static func path(_ name: String) -> String {
            URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
                .appending(path: name).path
        }

        /// What tells a command of this house.
        var named: [String] {
            [
                "--config", folder.file("conf"), "--socket", folder.file("s"), "--state",
                folder.file("state"),
            ]
        }

        var errors: String {
            (try? String(contentsOfFile: folder.file("errors"), encoding: .utf8)) ?? ""
        }

        func configure(_ lines: [String]) throws {
            let all =
                [
                    "[wall]", "listen = 127.0.0.1:\(port)",
                    "tokens = file:\(folder.file("tokens"))",
                ] + lines
            try folder.write(all.joined(separator: "\n") + "\n", to: "conf")
        }

        func startBridge() throws {
            bridge = try BackgroundProgram(
                [
                    Self.path("callboard"), "run", "--radio", "simulated", "--scenario",
                    folder.file("scenario"), "--socket", folder.file("s"), "--config",
                    folder.file("conf"), "-F", "null",
                ], saying: folder.file("errors"))
        }

        func killBridge() {
            bridge?.kill()
            bridge = nil
        }

        func connect() throws -> RawConnection { try RawConnection(to: .port(UInt16(port))) }

        func get(_ target: String, _ fields: [String] = []) async throws -> WebAnswer? {
            let connection = try connect()
            connection.get(target, fields)
            return await connection.answer()
        }

        func watch(_ target: String) throws -> StreamReader {
            let connection = try connect()
            connection.get(target)
            return StreamReader(connection)
        }

        /// Runs a command of the wall, and says what it prints.
        func run(_ words: [String]) throws -> String {
            let line = "exec \"$0\" \"$@\" > \(folder.file("printed"))"
            try TestProgram.run(
                ["/bin/sh", "-c", line, Self.path("callboard-wall")] + words,
                saying: folder.file("errors"))
            return try String(contentsOfFile: folder.file("printed"), encoding: .utf8)
        }
    }

    static let bearer = ["Authorization: Bearer \(House.token)"]

    @Test @LoopActor
    func `a ring is on the page, is answered from there, and the phone says so`() async throws {
        let house = try await House()
        let page = try house.watch("/events?of=board&token=\(House.token)")
        expect(
            await eventually { page.events.contains { $0.data.contains("\"state\":\"ringing\"") } },
            "\(house.errors)")
        try expect(await house.get("/")?.status, is: 401)
        let html = try #require(await house.get("/", Self.bearer))
        #expect(html.text.contains("Rhubarb") && html.text.contains("Quince"))
        let connection = try house.connect()
        connection.post(
            "/act", "{\"act\":\"answer\"}",
            ["X-Callboard: 1", "Content-Type: application/json"] + Self.bearer)
        expect(await connection.answer()?.text, is: "{\"ok\":true}\n", "\(house.errors)")
        expect(
            await eventually { page.events.contains { $0.data.contains("\"state\":\"answered\"") } }
        )
        let health = try #require(await house.get("/health"))
        expect(health.status, is: 200)
        #expect(health.text.contains("\"radio\":\"simulated\"") && !health.text.contains("Mara"))
        expect(house.wall?.finish(), is: 143)
        expect(await eventually { page.connection.isEnded })
    }

    @Test @LoopActor func `a bridge that is killed comes back to the same page`() async throws {
        let house = try await House()
        let page = try house.watch("/events?of=board&token=\(House.token)")
        expect(await eventually { page.events.contains { $0.data.contains("Rhubarb") } })
        house.killBridge()
        expect(
            await eventually { page.data("change").last?.contains("\"state\":\"gone\"") ?? false })
        try expect(await house.get("/health")?.status, is: 503)
        try house.startBridge()
        expect(
            await eventually {
                page.data("change").contains { $0.contains("\"link\":{\"state\":\"here\"}") }
            })
        expect(await eventually { page.data("change").last?.contains("Rhubarb") ?? false })
        expect(page.data("board").count, is: 1)
        #expect(!page.connection.isEnded)
    }

    @Test @LoopActor func `a link, its page, and its end from the command line`() async throws {
        let house = try await House()
        let printed = try house.run(["link", "--name", "tablet", "--no-qr"] + house.named)
        let link = try #require(printed.split(separator: "\n").first)
        #expect(link.hasPrefix("http://127.0.0.1:\(house.port)/link/"))
        let secret = link.suffix(28)
        let connection = try house.connect()
        connection.post(
            "/act", "{\"act\":\"enter\",\"link\":\"\(secret)\"}",
            ["X-Callboard: 1", "Content-Type: application/json", "Sec-Fetch-Site: same-origin"])
        let entered = try #require(await connection.answer())
        let cookie = try #require(entered.fields["set-cookie"]).prefix { $0 != ";" }
        let page = try house.connect()
        page.get("/events", ["Cookie: \(cookie)"])
        let stream = StreamReader(page)
        #expect(await stream.has(1))
        let listed = try house.run(["tokens", "--state", house.folder.file("state")])
        #expect(listed.contains("tablet") && !listed.contains(cookie.suffix(28)))
        let all = try house.run(["tokens"] + house.named)
        let file = house.folder.file("tokens")
        let lines = all.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
        expect(lines.first, is: ["ID", "NAME", "DETAIL", "ACT", "MADE", "USED"])
        expect(lines.last?.dropFirst().map(String.init), is: ["kiosk", "full", "act", "by", file])
        #expect(lines.dropFirst().first?[1] == "tablet", "\(all)")
        #expect(!all.contains(House.token))
        let line = "\"$0\" tokens --revoke kiosk \"$@\"; test $? = 1"
        try TestProgram.run(
            ["/bin/sh", "-c", line, House.path("callboard-wall")] + house.named,
            saying: house.folder.file("errors"))
        #expect(house.errors.contains("kiosk' is in \(file): delete its line there"))
        // Another one of the same name has to be told apart.
        _ = try house.run(["link", "--lasting", "--name", "tablet", "--no-qr"] + house.named)
        #expect(house.errors.contains("1 token has the name 'tablet' already"))
        let both = "\"$0\" tokens --revoke tablet \"$@\"; test $? = 1"
        try TestProgram.run(
            ["/bin/sh", "-c", both, House.path("callboard-wall")] + house.named,
            saying: house.folder.file("errors"))
        #expect(house.errors.contains("2 tokens have the name 'tablet', and none was revoked"))
        try expect(await house.get("/board", ["Cookie: \(cookie)"])?.status, is: 200)
        let revoked = try house.run(
            ["tokens", "--revoke", "tablet", "--all", "--state", house.folder.file("state")])
        expect(revoked.split(separator: "\n").count, is: 2)
        #expect(revoked.hasPrefix("revoked: "))
        expect(await eventually { page.isEnded })
        try expect(await house.get("/board", ["Cookie: \(cookie)"])?.status, is: 401)
    }

    @Test @LoopActor func `a check says whether it is the wall that has the port`() async throws {
        let house = try await House()
        #expect(
            try house.run(["check"] + house.named)
                .contains("the wall is served at 127.0.0.1:\(house.port)"))
        expect(house.wall?.finish(), is: 143)
        #expect(
            try house.run(["check"] + house.named)
                .contains("the wall is not served at 127.0.0.1:\(house.port)"))
        let other = try ListeningSocket(
            at: NetworkPlace(address: "127.0.0.1", port: UInt16(house.port)))
        let line = "\"$0\" \"$@\" > \(house.folder.file("printed")); test $? = 1"
        try TestProgram.run(
            ["/bin/sh", "-c", line, House.path("callboard-wall"), "check"] + house.named,
            saying: house.folder.file("errors"))
        let printed = try String(contentsOfFile: house.folder.file("printed"), encoding: .utf8)
        #expect(
            printed.contains("the program listening on 127.0.0.1:\(house.port) does not answer"))
        _ = other
    }

    @Test @LoopActor func `a configuration that is read again holds at once, if it is right`()
        async throws
    {
        let house = try await House()
        let wall = try #require(house.wall)
        try expect(await house.get("/board")?.status, is: 401)
        try house.configure(["open = yes"])
        kill(wall.process, SIGHUP)
        #expect(try await answersEventually { try await house.get("/board")?.status == 200 })
        let page = try house.watch("/events")
        #expect(await page.has(1))
        try house.configure(["open = perhaps"])
        kill(wall.process, SIGHUP)
        expect(await eventually { house.errors.contains("the configuration stays as it was") })
        try house.folder.write("kiosk full act \(House.token)\nbad line\n", to: "tokens")
        try house.configure(["open = yes"])
        kill(wall.process, SIGHUP)
        expect(await eventually { house.errors.contains("tokens, line 2: must be a name") })
        #expect(!page.connection.isEnded, "nothing has changed")
        try expect(await house.get("/board", Self.bearer)?.status, is: 200)
    }
}
