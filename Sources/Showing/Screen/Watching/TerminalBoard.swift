package import Commands
package import Linux

/// Board on a terminal, from any source.
@LoopActor
package protocol TerminalBoard: AnyObject {
    var screen: ScreenOutlet { get }
    /// Starts; the board is shown once the current state is known.
    func start()
    /// Takes the terminal again after a suspension.
    func resume()
    /// Releases the terminal for good.
    func stop()
}

/// Request of a board to its owner.
package enum BoardDemand: Sendable {
    /// The board is about to be shown for the first time.
    case begun
    case quit
    /// The terminal is to be released until `resume`.
    case suspend
    /// The board cannot start, for the reason given.
    case nothing(ExitStatus, String)
    /// The terminal is missing or was lost.
    case noTerminal(Errno?)
}
