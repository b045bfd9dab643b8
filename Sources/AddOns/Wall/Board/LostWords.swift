import Control

/// Sentences for pages without a connection.
enum LostWords {
    /// Sentence before the first connection.
    static let notYet = "The bridge is not there yet."
    /// Sentence if a central database does not answer.
    static let noCentral = "The central database does not answer."
}

extension ControlFailure {
    /// Sentence for a display in a household: without paths, commands and numbers.
    var forPages: String {
        switch self {
        case .noBridge, .notASocket, .failed: "The bridge is not running."
        case .turnedAway(let refusal) where refusal.code == .busy: "The bridge is too busy."
        case .denied, .turnedAway: "The bridge refuses this wall."
        case .notABridge, .otherVersion: "The bridge and this wall have incompatible versions."
        case .noAnswer: "The bridge does not answer."
        case .stopped: "The bridge was stopped."
        case .gone: "The bridge is gone."
        }
    }
}
