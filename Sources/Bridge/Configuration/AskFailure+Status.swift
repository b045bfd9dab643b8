package import Commands
package import Control

extension AskFailure {
    /// Exit status of a command that got no usable answer.
    package var status: ExitStatus {
        switch self {
        case .failed(let failure): failure.status
        case .refused(let refusal): refusal.status
        }
    }

    /// Prints the error and returns its exit status.
    package func tell() -> ExitStatus {
        Messages.say(sentence)
        return status
    }
}

extension CommandEnd {
    /// Ends a command that got no usable answer.
    package init(_ failure: AskFailure) { self.init(failure.status, failure.sentence) }

    /// Ends a command that has no connection to a bridge.
    package init(_ failure: ControlFailure) { self.init(.failed(failure)) }
}

extension ControlClient {
    /// Sends a request whose failure ends the command.
    package func answer<Request: ControlRequest>(
        to request: Request, within limit: Duration? = ControlLimits.answer
    ) async throws(CommandEnd) -> Answered<Request.Answer> {
        do throws(AskFailure) {
            return try await ask(request, within: limit)
        } catch {
            throw CommandEnd(error)
        }
    }
}
