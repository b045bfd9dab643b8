import Foundation
import Linux
import Support

@testable import Outlets

/// A pseudo-terminal whose screen is drawn as it changes.
@LoopActor
final class WatchedTerminal {
    private(set) var pseudo: PseudoTerminal
    private(set) var screen: DrawnTerminal
    /// What the screen shows; kept, since who waits for it looks so often that a leaping clock would
    /// find no idle moment.
    private(set) var text = ""
    /// What the screen showed after each read.
    private(set) var texts: [String] = []
    /// All that was written; of screens that follow each other within one read only the last is in
    /// the texts.
    private var bytes: [UInt8] = []
    var byteCount: Int { bytes.count }
    private var watch: EventLoop.WatchID?

    init(columns: Int = 40, rows: Int = 12) throws {
        pseudo = try PseudoTerminal()
        pseudo.resize(columns: columns, rows: rows)
        screen = DrawnTerminal(columns: columns, rows: rows)
    }

    isolated deinit {
        stop()
    }

    /// Reads whatever comes, from now on.
    func start() throws {
        watch = try EventLoop.shared.watch(pseudo.number, for: .readable) { [weak self] _ in
            self?.read()
        }
    }

    func stop() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
    }

    /// Reads what is there now.
    func read() {
        let bytes = pseudo.read()
        // Whoever had it open has gone.
        guard !bytes.isEmpty else { return stop() }
        self.bytes += bytes
        screen.take(bytes)
        text = screen.text
        texts.append(text)
    }

    /// Whether a word was written at some time, in one piece.
    func hasShown(_ word: String) -> Bool {
        String(decoding: bytes, as: UTF8.self).contains(word)
    }

    /// Has another program write over the whole screen.
    func garble() {
        screen.take(Array("\u{1B}[2J".utf8))
        text = screen.text
    }

    func resize(columns: Int, rows: Int) {
        pseudo.resize(columns: columns, rows: rows)
        screen = DrawnTerminal(columns: columns, rows: rows)
    }

    /// How bytes pass: input, output and local flags.
    var flags: [UInt32] { pseudo.flags }
}
