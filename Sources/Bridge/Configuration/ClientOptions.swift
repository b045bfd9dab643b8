package import Commands
package import Contract
package import Control
import Linux
package import Settings

/// What a person can choose about the way to the running bridge, in every command that asks it.
package struct ClientOptions: Sendable {
    /// The option that names the socket.
    package static var socket: Parameter<String?> { SocketOption.parameter }

    /// What every command takes that asks the running bridge: its socket, or the configuration that names it.
    package static var all: [Option] { [socket.option, SettingsFile.parameter.option] }

    /// Where the bridge listens, or would.
    package let path: String
    /// Whether a person named the socket.
    package let isNamed: Bool
    /// The socket that was named, or else that of the configuration, or the usual one.
    package init(_ arguments: ParsedArguments) {
        isNamed = arguments[Self.socket] != nil
        let found = SettingsFile(arguments).lookUp(\.socket)
        path = arguments[Self.socket] ?? found.value ?? ControlPath.ofClient
    }

    /// Says why the file that was named, and that would say where the bridge listens, cannot be read, and gives the status with
    /// which a command ends for that; nil if it can be read, or the socket was named.
    ///
    /// The program asks before any command, so that none can ask another bridge than the one that was meant.
    package static func refusal(of arguments: ParsedArguments) -> ExitStatus? {
        let file = SettingsFile(arguments)
        guard arguments[socket] == nil, file.named != nil else { return nil }
        // What is wrong in the configuration is reported by others: a bridge may go on with an older one.
        switch file.lookUp(\.socket).failure {
        case nil, .wrong?: return nil
        case let failure?:
            Messages.say("\(failure)")
            return failure.status
        }
    }

    /// Whether there is a bridge to talk to, or one was named that there ought to be.
    package var isThere: Bool {
        if case .failure(.failed(.noBridge)) = ControlClient.ask(StatusRequest(), at: path) {
            return isNamed
        }
        return true
    }

    /// Asks the bridge on the calling thread, and hands over its answer or says why there is none.
    package func ask<Request: ControlRequest>(
        _ request: Request, within limit: Duration? = ControlLimits.answer,
        _ take: (Answered<Request.Answer>) -> ExitStatus
    ) -> ExitStatus {
        switch ControlClient.ask(request, at: path, within: limit) {
        case .failure(let failure): failure.tell()
        case .success(let answer): take(answer)
        }
    }

    /// Like `ask`, but nil if no bridge runs and no socket was named.
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
    /// The status with which a command ends that could not ask the bridge.
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
    /// The status with which a command ends whose request the bridge refused.
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
