package import Commands
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
