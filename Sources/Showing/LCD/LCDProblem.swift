package import Linux

/// Reason why a display cannot be used at the moment.
package enum LCDProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownHost
    /// The server cannot be reached, or the connection failed.
    case noServer(Errno)
    case closed
    case silent
    /// The server refused a command that its documentation allows.
    case refused
    /// The peer is not a display server, or has no display.
    case notAServer

    /// The problem as a clause, for use after the output's name and a colon.
    package var description: String {
        switch self {
        case .unknownHost: "its host name cannot be found"
        case .noServer(let error): "the display server cannot be reached: \(error)"
        case .closed: "the display server has closed the connection"
        case .silent: "the display server does not answer"
        case .refused: "the display server refused a command"
        case .notAServer: "the server at this address is not a display server"
        }
    }
}
