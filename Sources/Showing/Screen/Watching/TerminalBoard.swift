package import Commands
package import Linux

/// A board on a terminal, wherever what it shows comes from.
@LoopActor
package protocol TerminalBoard: AnyObject {
    /// What it is shown on.
    var screen: ScreenOutlet { get }
    /// Begins; the board is shown once it is known what holds.
    func start()
    /// Takes the terminal again after it was left to others.
    func resume()
    /// Gives the terminal back for good.
    func stop()
}

/// What a board wants of whoever has it.
package enum BoardDemand: Sendable {
    /// It is about to be shown for the first time.
    case begun
    /// A person has seen enough.
    case quit
    /// The terminal is to be left to others until `resume`.
    case suspend
    /// There is nothing to begin with, for a reason.
    case nothing(ExitStatus, String)
    /// There is no terminal, or not any more.
    case noTerminal(Errno?)
}
