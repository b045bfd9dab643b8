package import Commands
package import Control
import Linux
package import Settings

/// Connection options of every command that uses the running bridge.
package struct ClientOptions: Sendable {
    /// Option for the socket.
    package static var socket: Parameter<String?> { SocketOption.parameter }

    /// Options of every command that uses the running bridge: its socket, or the configuration that names it.
    package static var all: [Option] { [socket.option, SettingsFile.parameter.option] }

    /// Path of the control socket.
    package let path: String
    /// Whether the socket was named on the command line.
    package let isNamed: Bool
    /// Chooses the named socket, otherwise that of the configuration, otherwise the default.
    package init(_ arguments: ParsedArguments) {
        isNamed = arguments[Self.socket] != nil
        let found = SettingsFile(arguments).lookUp(\.socket)
        path = arguments[Self.socket] ?? found.value ?? ControlPath.ofClient
    }

    /// Reports if a named configuration, needed for the socket, cannot be read, and returns the exit status.
    ///
    /// Returns nil if it can be read or the socket was named. The program checks this before any command, so that no command
    /// reaches another bridge than intended.
    package static func refusal(of arguments: ParsedArguments) -> ExitStatus? {
        let file = SettingsFile(arguments)
        guard arguments[socket] == nil, file.named != nil else { return nil }
        // Other commands report errors in the configuration; the bridge may use an earlier one.
        switch file.lookUp(\.socket).failure {
        case nil, .wrong?: return nil
        case let failure?:
            Messages.say("\(failure)")
            return failure.status
        }
    }

    /// Whether a bridge runs, or the socket was named.
    package var isThere: Bool {
        if case .failure(.failed(.noBridge)) = ControlClient.ask(StatusRequest(), at: path) {
            return isNamed
        }
        return true
    }

    /// Sends a request on the calling thread; passes on the answer, or reports the failure.
    package func ask<Request: ControlRequest>(
        _ request: Request, within limit: Duration? = ControlLimits.answer,
        _ take: (Answered<Request.Answer>) -> ExitStatus
    ) -> ExitStatus {
        switch ControlClient.ask(request, at: path, within: limit) {
        case .failure(let failure): failure.tell()
        case .success(let answer): take(answer)
        }
    }

    /// Like `ask`, but returns nil if no bridge runs and no socket was named.
    package func askIfThere<Request: ControlRequest>(
        _ request: Request, within limit: Duration? = ControlLimits.answer,
        _ take: (Answered<Request.Answer>) -> ExitStatus
    ) -> ExitStatus? {
        switch ControlClient.ask(request, at: path, within: limit) {
        case .failure(.failed(.noBridge)) where !isNamed: nil
        case .failure(let failure): failure.tell()
        case .success(let answer): take(answer)
        }
    }
}

extension ControlFailure {
    /// Exit status of a command that could not reach the bridge.
    package var status: ExitStatus {
        switch self {
        case .denied: .noPermission
        case .turnedAway(let refusal): refusal.status
        case .noBridge, .notASocket, .notABridge, .otherVersion, .noAnswer, .stopped, .gone,
            .failed:
            .unavailable
        }
    }
}

extension ControlRefusal {
    /// Exit status of a command whose request the bridge refused.
    package var status: ExitStatus {
        switch code {
        case .notAllowed: .noPermission
        case .busy: .busy
        case .stopping: .unavailable
        case .badRequest, .tooLong, .garbage: .usage
        default: .failure
        }
    }
}
