package import Linux

/// The last line of a terminal while nothing happens there: it says each second that somebody still
/// waits, is written over, and goes when there is something to tell.
@LoopActor
package final class WaitingLine {
    private static let second: Duration = .seconds(1)
    /// Back to the beginning of the line, and everything on it away.
    private static let erasure = "\r\u{1B}[K"

    private let write: @LoopActor (String) -> Void
    private var words: (@LoopActor (_ seconds: Int) -> String)?
    private var beginning: Duration = .zero
    private let pace: Pace
    private let alarm: Alarm
    private var isShown = false

    /// - Parameters:
    ///   - pace: the clock whose seconds are told.
    ///   - write: writes to the terminal.
    package init(pace: Pace = Pace(), _ write: @escaping @LoopActor (String) -> Void) {
        self.write = write
        self.pace = pace
        alarm = Alarm(on: pace)
    }

    /// Shows a line from now on.
    ///
    /// - Parameter words: the line, after so many seconds.
    package func begin(_ words: @escaping @LoopActor (_ seconds: Int) -> String) {
        self.words = words
        beginning = pace.now
        tick()
    }

    /// Takes the line away, and shows it no more.
    package func end() {
        words = nil
        pause()
    }

    /// Takes the line away until `resume`.
    package func pause() {
        alarm.cancel()
        if isShown { write(Self.erasure) }
        isShown = false
    }

    /// Shows again what was paused, if anything was.
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
