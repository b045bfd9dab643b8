package import Linux

/// A terminal that shows a screen and nothing else, and is as it was before once this is over.
@LoopActor
package final class ScreenTerminal {
    /// What the owner has to know.
    package enum Report: Hashable, Sendable {
        /// Somebody pressed a key.
        case key(ScreenKey)
        /// The terminal is gone, or failed; nothing is shown any more.
        case ended(Errno?)
    }

    /// How long an escape is waited upon to become a sequence.
    private nonisolated static let escapePatience: Duration = .milliseconds(50)
    private nonisolated static let usualSize = (columns: 80, rows: 24)
    /// Bytes that are read at once; more come with the next round.
    private nonisolated static let portion = 4_096
    /// Bytes that wait, past which no more is sent than the screen.
    private nonisolated static let sendLimit = 1 << 20

    /// A screen of its own where there is one, no cursor, and no line that goes on in the next.
    nonisolated static let beginning = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
    /// All of that undone, on an empty screen where there is no other.
    package nonisolated static let end =
        "\u{1B}[0m\u{1B}[2J\u{1B}[H\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Nil once it is over.
    private var terminal: RawTerminal?
    private var watch: EventLoop.WatchID?
    private var keys = KeyReader()
    private let escape = Alarm()
    private let report: @LoopActor (Report) -> Void

    /// What the terminal shows once it has taken what waits; nil where that is unknown.
    private var shown: (canvas: ScreenCanvas, palette: ScreenPalette)?
    /// What it is to show then, where that is something else.
    private var wanted: (canvas: ScreenCanvas, palette: ScreenPalette)?
    /// What waits for the terminal to take it: never more than one screen.
    private var waiting: ArraySlice<UInt8>
    private var isWaitingForRoom = false
    /// Bytes that the terminal has taken.
    package private(set) var writtenBytes = 0

    /// - Parameters:
    ///   - path: the terminal; `/dev/tty` is the one the program was started at.
    ///   - report: called on what happens later.
    package init(_ path: String, report: @escaping @LoopActor (Report) -> Void) throws(Errno) {
        let terminal = try RawTerminal(path)
        let number = terminal.rawValue
        self.terminal = consume terminal
        self.report = report
        waiting = Array(Self.beginning.utf8)[...]
        watch = try EventLoop.shared.watch(number, for: .readable) { [weak self] in
            self?.take($0)
        }
    }

    /// Takes the terminal over; what goes wrong with that is reported.
    package func start() {
        writeSome()
    }

    isolated deinit {
        close()
    }

    /// How many columns and rows it has now.
    package var size: (columns: Int, rows: Int) {
        guard case .some(let size) = terminal?.size else { return Self.usualSize }
        return size
    }

    /// Bytes that wait for the terminal.
    package var queuedBytes: Int { waiting.count }

    /// Shows a screen, or the one after it where the terminal is slow.
    package func show(_ canvas: ScreenCanvas, _ palette: ScreenPalette) {
        wanted = (canvas, palette)
        writeSome()
    }

    /// Has the terminal take something that changes nothing on the screen, unless it is behind with
    /// that much already.
    package func send(_ bytes: [UInt8]) {
        guard waiting.count <= Self.sendLimit else { return }
        waiting += bytes
        writeSome()
    }

    /// Begins anew with what is shown next, since somebody else may have written on the terminal.
    package func forgetShown() {
        shown = nil
    }

    /// Gives the terminal back as it was.
    package func close() {
        guard let watch else { return }
        EventLoop.shared.unwatch(watch)
        self.watch = nil
        escape.cancel()
        // What a stopped terminal has not taken must not keep it from its end.
        if !waiting.isEmpty { terminal?.dropOutput() }
        _ = try? terminal?.write(Array(Self.end.utf8)[...])
        terminal = nil
    }

    private func take(_ readiness: EventLoop.Readiness) {
        if readiness.contains(.readable) { read() }
        if readiness.contains(.writable) { writeSome() }
        if readiness.contains(.hungUp), !readiness.contains(.readable) { end(nil) }
    }

    private func read() {
        do throws(Errno) {
            guard let bytes = try terminal?.read(upTo: Self.portion) else { return }
            if bytes.isEmpty { return end(nil) }
            escape.cancel()
            for key in keys.take(bytes) { report(.key(key)) }
            guard keys.isAfterEscape, watch != nil else { return }
            escape.set(after: Self.escapePatience) { [weak self] in
                guard let self, let key = keys.endOfWait() else { return }
                report(.key(key))
            }
        } catch .wouldBlock {
            return
        } catch {
            end(error)
        }
    }

    private func end(_ error: Errno?) {
        guard watch != nil else { return }
        close()
        report(.ended(error))
    }

    private func writeSome() {
        do throws(Errno) {
            repeat {
                if waiting.isEmpty { makeNext() }
                guard !waiting.isEmpty, let count = try terminal?.write(waiting) else { break }
                waiting = waiting.dropFirst(count)
                writtenBytes += count
            } while waiting.isEmpty && wanted != nil
        } catch .wouldBlock {
            // The rest goes when there is room.
        } catch {
            return end(error)
        }
        waitForRoom()
    }

    private func makeNext() {
        guard let wanted else { return }
        self.wanted = nil
        // Other colours are another screen.
        let old = shown?.palette == wanted.palette ? shown?.canvas : nil
        waiting = ScreenDiff.bytes(from: old, to: wanted.canvas, wanted.palette)[...]
        shown = wanted
    }

    private func waitForRoom() {
        guard let watch, isWaitingForRoom == waiting.isEmpty else { return }
        isWaitingForRoom = !waiting.isEmpty
        do throws(Errno) {
            try EventLoop.shared.change(
                watch, to: isWaitingForRoom ? [.readable, .writable] : .readable)
        } catch {
            end(error)
        }
    }
}
