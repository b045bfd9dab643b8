import Board
import Control
import Formats
import Foundation
import JSON
import Linux
import Notices
import Outlets
import Screen
import Support

@testable import Clients
@testable import HistoryCommands

/// A board on a pseudo-terminal, and a bridge of which there is nothing but the control socket.
@LoopActor
final class BoardBench: ControlDelegate {
    let desk: BoardDesk
    let terminal: PseudoTerminal
    /// What holds: what a board is told first.
    var held: [BoardEvent] = []
    /// Why acts are refused; they are done where there is no reason.
    var refusal: ControlRefusal?
    private(set) var requests: [ControlRequest] = []
    /// How often all that holds was asked for.
    var tails: Int {
        requests.count { request in
            if case .tail = request { true } else { false }
        }
    }
    private let ear = Ear()
    /// All that the terminal was told, and what it was told since it was looked at last.
    private(set) var everything = ""
    private(set) var text = ""
    /// Whether somebody takes what the terminal is told.
    var isReading = true
    /// Whether the bridge answers to anything but a new follower.
    var answers = true
    let path: String
    private let folder: String
    private var open: [ControlExchange] = []
    private var server: ControlServer?
    private var format = OutputFormat.json.make()

    /// Hears what the board wants of others.
    @LoopActor
    private final class Ear {
        var demands: [String] = []
    }

    var demands: [String] { ear.demands }

    /// - Parameter history: the history that is searched, if it is not one in a folder of the bench's own.
    init(
        _ board: BoardOptions = BoardOptions(), device: String? = nil,
        history: HistoryPlace? = nil
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "b-\(UUID())").path
        path = folder + "/s"
        terminal = try PseudoTerminal()
        terminal.resize(columns: 80, rows: 24)
        let ear = ear
        desk = BoardDesk(
            path: path, device: device ?? terminal.path,
            ScreenOptions(board: board, isColored: false),
            history: history ?? HistoryPlace(folder: folder + "/history")
        ) { ear.demands.append(Self.words(of: $0)) }
        try startServer()
        read()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func words(of demand: BoardDesk.Demand) -> String {
        switch demand {
        case .begun: "begun"
        case .quit: "quit"
        case .suspend: "suspend"
        case .noBridge(let failure): String("\(failure)".prefix { $0 != ":" }.prefix(20))
        case .noTerminal(let error): "no terminal: \(error.map { "\($0)" } ?? "")"
        }
    }

    func start() {
        desk.start()
    }

    func end() {
        desk.stop()
        server = nil
    }

    func startServer() throws {
        server = try ControlServer(
            on: ListeningSocket(at: SocketPlace(path: path)), path: path,
            version: "0.1.0", delegate: self, clientLimit: 8, reserve: 0)
    }

    func stopServer() async {
        await withCheckedContinuation { done in
            guard let server else { return done.resume() }
            server.finish(within: .seconds(10)) { done.resume() }
        }
        server = nil
    }

    /// The requests to do something to a notice.
    var acts: [ControlRequest] {
        requests.filter { if case .act = $0 { true } else { false } }
    }

    func publish(_ event: BoardEvent) {
        server?.publish(ControlTags()) { format.lines(for: event, columns: nil) }
    }

    func publish(line: String) {
        server?.publish(ControlTags()) { Array((line + "\n").utf8) }
    }

    func press(_ keys: String) {
        terminal.write(Array(keys.utf8))
    }

    /// Whether the screen shows a text sooner or later: it is drawn anew until it does.
    func shows(_ wanted: String) async -> Bool {
        // Something else may have been there when a look began, so it takes two in a row.
        var isThere = false
        for _ in 0..<100 {
            await look()
            let shows = text.contains(wanted)
            if shows, isThere { return true }
            isThere = shows
        }
        return false
    }

    private func look() async {
        text = ""
        press("\u{0C}")
        // The next look must not see what this one has asked for.
        _ = await eventually { self.text.contains("\u{1B}[2J") }
        await pause(.milliseconds(150))
    }

    func refusal(of peer: PeerCredentials, _ right: ControlRight) -> ControlRefusal? { nil }

    func handle(_ request: ControlRequest, _ exchange: ControlExchange) {
        requests.append(request)
        switch request {
        case .tail:
            exchange.follow(recent: held.map { format.lines(for: $0, columns: nil) }) { _ in true }
        case _ where !answers: open.append(exchange)
        case .act:
            if let refusal { return exchange.refuse(refusal) }
            exchange.done {
                $0.member("title", "Rhubarb")
                $0.member("phone", "Mara's iPhone")
            }
        default: exchange.done()
        }
    }

    /// The far side hears of a near side that closes, and of one that opens again only by reading.
    private func read() {
        if isReading {
            let bytes = String(decoding: terminal.read(), as: UTF8.self)
            everything += bytes
            text += bytes
        }
        EventLoop.shared.after(.milliseconds(5)) { [weak self] in self?.read() }
    }
}
