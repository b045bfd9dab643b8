import AddOnRuntime
import Board
import Commands
import Control
import ControlSupport
import JSON
import Linux
import Support
import WebSupport

@testable import Wall

/// The wall's own parts between a bridge of which there is only the control socket, and real connections of browsers.
@LoopActor
final class WallBench {
    let bridge: BridgeStandIn
    let controller: WallController
    let store: TokenStore
    let port: UInt16
    /// The clock by which browsers are waited for, which only tests lead.
    let pace = Pace.led()
    private let frame: AddOnRunner
    private let folder: TestFolder
    private let work = Work()

    /// What the frame reaches the controller by.
    private final class Work: AddOnWork {
        var controller: WallController?
        func take(_ news: BridgeNews) { controller?.take(news) }
        func reload() {}
        func end(_ status: Commands.ExitStatus) {}
    }

    /// - Parameter lines: those of the section.
    init(_ lines: [String] = []) throws {
        let bridge = try BridgeStandIn()
        self.bridge = bridge
        bridge.held = [SampleNews.ready()]
        folder = try TestFolder()
        store = TokenStore(folder: folder.file("tokens"))
        frame = AddOnRunner(
            name: "wall", path: bridge.path, WallController.beginning(), for: work)
        controller = WallController(
            try Self.settings(lines), store, TokenFile(), version: "1", frame, pace: pace)
        work.controller = controller
        port = try controller.listen()[0]
        frame.begin()
    }

    /// Settings of a wall that listens where there is room.
    static func settings(_ lines: [String]) throws -> WallSettings {
        var settings = try WallConfiguration.settings(lines)
        settings.listen = [.host("127.0.0.1", port: 0)]
        return settings
    }

    /// A token that may as much.
    func token(
        _ detail: BoardOptions.Detail = .full, mayAct: Bool = false, name: String = "test"
    ) throws -> String {
        let token = WallToken(name: name, detail: detail, mayAct: mayAct, made: .now)
        return try store.make(token, asLink: false)
    }

    /// Tokens of the administrator's, as lines of a file.
    func tokenFile(_ lines: String) throws -> TokenFile {
        try TokenFile(.file(folder.write(lines, to: "written", mode: 0o600)))
    }

    /// Connects.
    func connect(reading: Bool = true, buffer: Int? = nil) throws -> RawConnection {
        try RawConnection(to: .port(port), reading: reading, buffer: buffer)
    }

    /// What is answered to a look.
    func get(_ target: String, _ fields: [String] = []) async throws -> WebAnswer? {
        let connection = try connect()
        connection.get(target, fields)
        return await connection.answer()
    }

    /// What is answered to an act.
    func post(_ body: String, _ fields: [String]) async throws -> WebAnswer? {
        let connection = try connect()
        connection.post(
            "/act", body, ["X-Callboard: 1", "Content-Type: application/json"] + fields)
        return await connection.answer()
    }

    /// A page that is live.
    func watch(_ target: String = "/events", _ fields: [String] = []) throws -> StreamReader {
        let connection = try connect()
        connection.get(target, fields)
        return StreamReader(connection)
    }

    /// Waits until the wall knows what the bridge holds.
    func isReady() async -> Bool {
        await eventually { [controller] in controller.link == .here }
    }

    /// Waits until the wall has heard of so many notices that came.
    func hasHeard(_ count: Int) async -> Bool {
        await eventually { [controller] in controller.counters.events["added"]?["social"] == count }
    }

    func stop() {
        controller.finish {}
        frame.stop()
    }
}

/// A browser's end of a stream.
@LoopActor
final class StreamReader {
    let connection: RawConnection
    private(set) var reader = EventReader()
    private(set) var head: WebAnswer?
    private var bytes: [UInt8] = []

    init(_ connection: RawConnection) {
        self.connection = connection
        connection.take = { [weak self] in self?.take($0) }
    }

    private func take(_ more: [UInt8]) {
        guard head == nil else { return reader.take(more) }
        bytes += more
        guard let (answer, _) = WebAnswer.first(in: bytes) else { return }
        head = answer
        reader.take(answer.body)
    }

    var events: [EventReader.Event] { reader.events }
    var names: [String] { reader.events.map(\.name) }

    /// The data of all events of a name.
    func data(_ name: String) -> [String] {
        reader.events.filter { $0.name == name }.map(\.data)
    }

    /// Waits for so many comments, which keep it alive.
    func breathes(_ count: Int) async -> Bool {
        await eventually { [weak self] in (self?.reader.comments ?? 0) >= count }
    }

    /// The board that all events until now make.
    var board: PageBoard {
        var board = PageBoard()
        for event in events { try? board.take(event.name, event.data) }
        return board
    }

    /// Waits for so many events.
    func has(_ count: Int) async -> Bool {
        await eventually { [weak self] in (self?.events.count ?? 0) >= count }
    }
}

/// A board as a page has it, by what streams tell.
struct PageBoard: Equatable {
    private(set) var members: [String: String] = [:]
    private(set) var rows: [(id: String, text: String)] = []

    static func == (left: PageBoard, right: PageBoard) -> Bool {
        left.members == right.members && left.rows.map(\.id) == right.rows.map(\.id)
            && left.rows.map(\.text) == right.rows.map(\.text)
    }

    /// Takes an event of a stream, or the answer to a look as a board.
    mutating func take(_ name: String, _ data: String) throws {
        guard ["board", "change"].contains(name) else { return }
        let value = try JSONValue(parsing: Array(data.utf8))
        guard case .object(let pairs) = value.content else { return }
        if name == "board" { self = PageBoard() }
        for pair in pairs where !["version", "time", "rows", "run"].contains(pair.key) {
            members[pair.key] = Self.text(pair.value)
        }
        guard let rows = value["rows"] else { return }
        if name == "board" {
            self.rows = value.list("rows").map { ($0.text("id") ?? "?", Self.text($0)) }
        } else {
            change(rows)
        }
    }

    private mutating func change(_ rows: JSONValue) {
        let gone = rows.list("gone").compactMap { value -> String? in
            if case .string(let id) = value.content { id } else { nil }
        }
        self.rows.removeAll { gone.contains($0.id) }
        for put in rows.list("put") {
            guard let row = put["row"], let id = row.text("id") else { continue }
            self.rows.removeAll { $0.id == id }
            let place = put.text("before").flatMap { before in
                self.rows.firstIndex { $0.id == before }
            }
            self.rows.insert((id, Self.text(row)), at: place ?? self.rows.endIndex)
        }
    }

    private static func text(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.value(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
