import Board
import ControlSupport
import Linux
import Outlets
import Screen
import Support
import Waiting

@testable import Clients
@testable import HistoryCommands

/// A board on a pseudo-terminal, and a bridge to follow.
@LoopActor
final class BoardBench {
    let controller: BoardController
    let terminal: PseudoTerminal
    let bridge: BridgeStandIn
    /// The clock of the screen, which goes on by a step whenever what is shown is looked at.
    let pace = Pace.led()
    /// How far it goes on then: never further than that of the machine.
    var step: Duration = .milliseconds(5)
    private let ear = Ear()
    /// All that the terminal was told, and what it was told since it was looked at last.
    private(set) var everything = ""
    private(set) var text = ""
    /// Whether somebody takes what the terminal is told.
    var isReading = true

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
        bridge = try BridgeStandIn()
        terminal = try PseudoTerminal()
        terminal.resize(columns: 80, rows: 24)
        let ear = ear
        controller = BoardController(
            path: bridge.path, device: device ?? terminal.path,
            ScreenOptions(board: board, isColored: false),
            history: history ?? HistoryPlace(folder: bridge.folder + "/history"), pace: pace
        ) { ear.demands.append(Self.words(of: $0)) }
        read()
    }

    private static func words(of demand: BoardDemand) -> String {
        switch demand {
        case .begun: "begun"
        case .quit: "quit"
        case .suspend: "suspend"
        case .nothing(_, let reason): String(reason.prefix { $0 != ":" }.prefix(20))
        case .noTerminal(let error): "no terminal: \(error.map { "\($0)" } ?? "")"
        }
    }

    func start() {
        controller.start()
    }

    func end() {
        controller.stop()
        bridge.vanish()
    }

    func press(_ keys: String) {
        terminal.write(Array(keys.utf8))
    }

    /// Whether the screen shows a text sooner or later: it is drawn anew until it does.
    func shows(_ wanted: String) async -> Bool {
        // Something else may have been there when a look began, so it takes two in a row.
        var isThere = false
        for _ in 0..<Patience.seconds * 20 {
            await look()
            let shows = text.contains(wanted)
            if shows, isThere { return true }
            isThere = shows
        }
        return false
    }

    /// What comes from now on is looked at by itself.
    func forgetText() {
        takeText()
        text = ""
    }

    private func look() async {
        // What was asked for before is drawn, and then nothing holds up what this asks for.
        pace.pass(ScreenOutlet.interval * 2)
        await turn()
        forgetText()
        press("\u{0C}")
        // The next look must not see what this one has asked for, or only half of it.
        _ = await eventually {
            self.takeText()
            return self.text.contains("\u{1B}[2J") && self.controller.screen.status.queued == 0
        }
        // What was asked for since is drawn, too.
        pace.pass(ScreenOutlet.interval)
        _ = await eventually {
            self.takeText()
            return self.controller.screen.status.queued == 0
        }
        takeText()
    }

    private func takeText() {
        guard isReading else { return }
        let bytes = String(decoding: terminal.read(), as: UTF8.self)
        everything += bytes
        text += bytes
    }

    /// The far side hears of a near side that closes, and of one that opens again only by reading.
    private func read() {
        takeText()
        pace.pass(step)
        EventLoop.shared.after(.milliseconds(5)) { [weak self] in self?.read() }
    }
}
