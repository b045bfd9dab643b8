package import Commands
package import Contract
package import Control

/// Why a command that asks the running bridge has no answer to go on with.
package enum ClientProblem: Error {
    /// There is no bridge, or none that answers.
    case failed(ControlFailure)
    /// The bridge does not do it.
    case refused(ControlRefusal)

    /// What is wrong, in words for people.
    package var sentence: String {
        switch self {
        case .failed(let failure): "\(failure)"
        case .refused(let refusal): refusal.sentence
        }
    }

    /// The status with which the command ends.
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
