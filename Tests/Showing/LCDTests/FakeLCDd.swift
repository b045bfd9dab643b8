import Foundation
import Linux
import Synchronization
import Testing

@testable import LCD

/// A display server that keeps what it is told and can misbehave.
@LoopActor
final class FakeLCDd {
    /// How it answers.
    enum Manner {
        /// As it should.
        case polite
        /// It refuses everything but a greeting.
        case refusing
        /// It refuses everything.
        case rude
        /// It reads and says nothing.
        case silent
        /// It does not even read.
        case deaf
    }

    struct Screen {
        var priority = "info"
        var backlight: [String] = []
        var widgets: [String: [String]] = [:]
    }

    /// What was on the display at some moment.
    struct Look: Equatable {
        var screen: String
        var rows: [String]
    }

    private let size: (width: Int, height: Int)
    private nonisolated let arrivals = Mutex<(isOpen: Bool, tries: Int)>((true, 0))
    private var line: FileDescriptor?
    private var watch: EventLoop.WatchID?
    private var heard: [UInt8] = []

    var manner = Manner.polite
    private(set) var screens: [String: Screen] = [:]
    private(set) var keys: Set<String> = []
    private(set) var connections = 0
    /// What was told at once, each time.
    private(set) var looks: [Look] = []
    /// The most bytes that came before they were answered.
    private(set) var longestPortion = 0
    private var shown: String?

    init(_ width: Int, _ height: Int) {
        size = (width, height)
    }

    isolated deinit {
        hangUp()
    }

    /// Whether it can be reached.
    nonisolated var isOpen: Bool {
        get { arrivals.withLock { $0.isOpen } }
        set { arrivals.withLock { $0.isOpen = newValue } }
    }

    /// How often somebody tried to reach it.
    nonisolated var tries: Int { arrivals.withLock { $0.tries } }

    nonisolated var dial: LCDDial {
        { [weak self] () throws(LCDProblem) in
            guard let self else { throw .noServer(.connectionRefused) }
            let isOpen = arrivals.withLock {
                $0.tries += 1
                return $0.isOpen
            }
            guard isOpen else { throw .noServer(.connectionRefused) }
            var ends: [Int32] = [-1, -1]
            let kind = Int32(
                SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
            guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
                throw .noServer(.connectionRefused)
            }
            let far = ends[1]
            Task { @LoopActor in self.accept(far) }
            return LCDLine(FileDescriptor(owning: ends[0]))
        }
    }

    private func accept(_ number: Int32) {
        hangUp()
        line = FileDescriptor(owning: number)
        connections += 1
        watch = try? EventLoop.shared.watch(number, for: .readable) { [weak self] _ in self?.hear()
        }
    }

    /// Closes the connection, and forgets who was there.
    func hangUp() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
        line = nil
        (screens, keys, shown, heard) = ([:], [], nil, [])
    }

    /// Says something unasked.
    func say(_ text: String) {
        say(Array(text.utf8))
    }

    func say(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty, let count = try? line?.write(rest) { rest = rest.dropFirst(count) }
    }

    private func hear() {
        guard manner != .deaf else {
            if let watch { EventLoop.shared.unwatch(watch) }
            watch = nil
            return
        }
        guard let bytes = try? line?.read(upTo: 1 << 16), !bytes.isEmpty else { return hangUp() }
        longestPortion = max(longestPortion, bytes.count)
        heard += bytes
        while let end = heard.firstIndex(of: 10) {
            let words = LCDWords.of(Array(heard[..<end]))?.map { word in
                String(String.UnicodeScalarView(word.map { Unicode.Scalar($0) }))
            }
            heard.removeFirst(end + 1)
            answer(words)
        }
    }

    private func answer(_ words: [String]?) {
        let isGreeting = words == ["hello"]
        switch manner {
        case .silent, .deaf: return
        case .rude: say("huh? no\n")
        case .refusing where !isGreeting: say("huh? no\n")
        case .polite, .refusing:
            guard let words, let reply = take(words) else {
                say("huh? Invalid command\n")
                return
            }
            say(reply + "\n")
            showWhatMattersMost()
        }
    }

    /// Does what a command says; nil where that is none.
    private func take(_ words: [String]) -> String? {
        let screen = words.count > 1 ? words[1] : ""
        let rest = Array(words.dropFirst(3))
        switch words.first {
        case "hello":
            return "connect LCDproc 0.5.9 protocol 0.3 lcd wid \(size.width) hgt \(size.height)"
                + " cellwid 5 cellhgt 8"
        case "noop":
            look()
            return "noop complete"
        case "client_set" where words.count == 3: return "success"
        case "client_add_key" where words.count == 2: keys.insert(screen)
        case "client_del_key" where words.count == 2: keys.remove(screen)
        case "screen_add" where words.count == 2 && screens[screen] == nil:
            screens[screen] = Screen()
        case "screen_set" where words.count == 4 && screens[screen] != nil:
            if words[2] == "-priority" { screens[screen]?.priority = words[3] }
            if words[2] == "-backlight" {
                if words[3] != "flash" { screens[screen]?.backlight = [] }
                screens[screen]?.backlight.append(words[3])
            }
        case "widget_add" where words.count == 4 && screens[screen]?.widgets[words[2]] == nil:
            guard screens[screen] != nil, ["scroller", "icon"].contains(words[3]) else {
                return nil
            }
            screens[screen]?.widgets[words[2]] = []
        case "widget_del" where words.count == 3:
            guard screens[screen]?.widgets.removeValue(forKey: words[2]) != nil else { return nil }
        case "widget_set" where [6, 10].contains(words.count):
            guard screens[screen]?.widgets[words[2]] != nil else { return nil }
            screens[screen]?.widgets[words[2]] = rest
        default: return nil
        }
        return "success"
    }

    private func showWhatMattersMost() {
        let order = ["hidden", "background", "info", "foreground", "alert"]
        let visible = screens.filter { $0.value.priority != "hidden" }
        let first = visible.max {
            (order.firstIndex(of: $0.value.priority) ?? 0, $0.key)
                < (order.firstIndex(of: $1.value.priority) ?? 0, $1.key)
        }?.key
        guard first != shown else { return }
        if let shown { say("ignore \(shown)\n") }
        if let first { say("listen \(first)\n") }
        shown = first
    }

    private func look() {
        guard let shown else { return }
        let look = Look(screen: shown, rows: rows(shown))
        if looks.last != look { looks.append(look) }
    }

    /// What a screen looks like.
    func rows(_ name: String) -> [String] {
        var cells = [[Character]](
            repeating: [Character](repeating: " ", count: size.width), count: size.height)
        for words in screens[name]?.widgets.values.map({ $0 }) ?? [] where words.count >= 3 {
            guard let column = Int(words[0]), let row = Int(words[1]),
                let right = words.count == 7 ? Int(words[2]) : column,
                column >= 1, right <= size.width, (1...size.height).contains(row)
            else {
                Issue.record("a widget stands beyond the edge: \(words)")
                continue
            }
            let text = words.count == 7 ? words[6] : words[2] == "ARROW_DOWN" ? "v" : ">"
            for (index, sign) in text.prefix(right - column + 1).enumerated() {
                cells[row - 1][column - 1 + index] = sign
            }
        }
        return cells.map { String($0) }
    }
}
