package import Commands
package import Contract
package import Control

extension AskFailure {
    /// The status with which a command ends that has no answer to go on with.
    package var status: ExitStatus {
        switch self {
        case .failed(let failure): failure.status
        case .refused(let refusal): refusal.status
        }
    }

    /// Says what is wrong, and returns the status that tells it.
    package func tell() -> ExitStatus {
        Messages.say(sentence)
        return status
    }
}

extension CommandEnd {
    /// Ends a command that has no answer to go on with.
    package init(_ failure: AskFailure) { self.init(failure.status, failure.sentence) }

    /// Ends a command that has no bridge to talk to, or not any more.
    package init(_ failure: ControlFailure) { self.init(.failed(failure)) }
}

extension ControlClient {
    /// Asks the bridge for something without whose answer the command is over.
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
