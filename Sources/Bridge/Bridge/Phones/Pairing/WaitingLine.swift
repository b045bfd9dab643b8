package import Linux

/// Last line of a terminal during a wait: updated each second, and erased before other output.
@LoopActor
package final class WaitingLine {
    private static let second: Duration = .seconds(1)
    /// Escape sequence that erases the line.
    private static let erasure = "\r\u{1B}[K"

    private let write: @LoopActor (String) -> Void
    private var words: (@LoopActor (_ seconds: Int) -> String)?
    private var beginning: Duration = .zero
    private let pace: Pace
    private let alarm: Alarm
    private var isShown = false

    /// - Parameters:
    ///   - pace: clock for the seconds.
    ///   - write: writes to the terminal.
    package init(pace: Pace = Pace(), _ write: @escaping @LoopActor (String) -> Void) {
        self.write = write
        self.pace = pace
        alarm = Alarm(on: pace)
    }

    /// Shows the line.
    ///
    /// - Parameter words: returns the line for a number of seconds.
    package func begin(_ words: @escaping @LoopActor (_ seconds: Int) -> String) {
        self.words = words
        beginning = pace.now
        tick()
    }

    /// Erases the line and stops.
    package func end() {
        words = nil
        pause()
    }

    /// Erases the line until `resume`.
    package func pause() {
        alarm.cancel()
        if isShown { write(Self.erasure) }
        isShown = false
    }

    /// Shows a paused line again.
    package func resume() {
        if words != nil, !alarm.isSet { tick() }
    }

    private func tick() {
        guard let words else { return }
        let seconds = Int((pace.now - beginning).components.seconds)
        write(Self.erasure + words(seconds))
        isShown = true
        alarm.set(after: Self.second, for: self) { $0.tick() }
    }
}
