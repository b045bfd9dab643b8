package import Linux

/// Terminal in full-screen use, which is restored at the end.
@LoopActor
package final class ScreenTerminal {
    /// Report to the owner.
    package enum Report: Hashable, Sendable {
        case key(ScreenKey)
        /// The terminal is gone or failed; nothing more is shown.
        case ended(Errno?)
    }

    /// Time to wait for the rest of a sequence after an escape.
    private nonisolated static let escapePatience: Duration = .milliseconds(50)
    private nonisolated static let usualSize = (columns: 80, rows: 24)
    /// Bytes per read; the rest follows in the next turn of the loop.
    private nonisolated static let portion = 4_096
    /// Byte limit of the queue, beyond which only screens are sent.
    private nonisolated static let sendLimit = 1 << 20

    /// Alternate screen if available, no cursor, no line wrap.
    nonisolated static let beginning = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
    /// Sequence that undoes `beginning`; it clears the screen for terminals without an alternate one.
    package nonisolated static let end =
        "\u{1B}[0m\u{1B}[2J\u{1B}[H\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// The terminal; nil once it is closed.
    private var terminal: RawTerminal?
    private var watch: EventLoop.WatchID?
    private var keys = KeyReader()
    private let escape = Alarm()
    private let report: @LoopActor (Report) -> Void

    /// The screen after the terminal has taken the queue; nil if unknown.
    private var shown: (canvas: ScreenCanvas, palette: ScreenPalette)?
    /// The next screen to show; nil if there is none.
    private var wanted: (canvas: ScreenCanvas, palette: ScreenPalette)?
    /// Bytes to be written; at most one screen, and what `send` added.
    private var waiting: ArraySlice<UInt8>
    private var isWaitingForRoom = false
    package private(set) var writtenBytes = 0

    /// - Parameters:
    ///   - path: the terminal; `/dev/tty` is the controlling terminal.
    ///   - report: called on later events.
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

    /// Starts writing to the terminal and reports errors.
    package func start() {
        writeSome()
    }

    isolated deinit {
        close()
    }

    /// Present number of columns and rows.
    package var size: (columns: Int, rows: Int) {
        guard case .some(let size) = terminal?.size else { return Self.usualSize }
        return size
    }

    package var queuedBytes: Int { waiting.count }

    /// Shows a screen; a slow terminal may skip it for a later one.
    package func show(_ canvas: ScreenCanvas, _ palette: ScreenPalette) {
        wanted = (canvas, palette)
        writeSome()
    }

    /// Sends bytes that do not change the screen.
    ///
    /// Drops them if the queue is full.
    package func send(_ bytes: [UInt8]) {
        guard waiting.count <= Self.sendLimit else { return }
        waiting += bytes
        writeSome()
    }

    /// Redraws everything the next time, because another program may have written to the terminal.
    package func forgetShown() {
        shown = nil
    }

    /// Restores the terminal and closes it.
    package func close() {
        guard let watch else { return }
        EventLoop.shared.unwatch(watch)
        self.watch = nil
        escape.cancel()
        // Pending output of a stopped terminal must not block the restore sequence.
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
            // The rest is written when there is room.
        } catch {
            return end(error)
        }
        waitForRoom()
    }

    private func makeNext() {
        guard let wanted else { return }
        self.wanted = nil
        // Another palette requires a full redraw.
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
