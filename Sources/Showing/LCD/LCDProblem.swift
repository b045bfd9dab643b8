package import Linux

/// Why a display cannot be used at the moment.
package enum LCDProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nobody knows the host that the server is to be on.
    case unknownHost
    /// The server cannot be reached, or is gone.
    case noServer(Errno)
    /// The server has closed the connection.
    case closed
    /// The server does not answer.
    case silent
    /// The server refused what its own documentation allows.
    case refused
    /// What answers is no display server, or one without a display.
    case notAServer

    /// The problem as a clause, behind the outlet's name and a colon.
    package var description: String {
        switch self {
        case .unknownHost: "its host name cannot be found"
        case .noServer(let error): "the display server cannot be reached: \(error)"
        case .closed: "the display server has closed the connection"
        case .silent: "the display server does not answer"
        case .refused: "the display server does not understand what it is told"
        case .notAServer: "what answers there is not a display server"
        }
    }
}
