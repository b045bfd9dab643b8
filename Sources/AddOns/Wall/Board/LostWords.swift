import Contract
import Control

/// What pages say if nothing comes any more.
enum LostWords {
    /// What a page says before anything has come.
    static let notYet = "The bridge is not there yet."
    /// What a page says if a central database is silent.
    static let noCentre = "The central database does not answer."
}

extension ControlFailure {
    /// A whole sentence for a display that a family looks at: without a path, a command or a number.
    var forPages: String {
        switch self {
        case .noBridge, .notASocket, .failed: "The bridge is not running."
        case .turnedAway(let refusal) where refusal.code == .busy: "The bridge is too busy."
        case .denied, .turnedAway: "The bridge does not let this wall in."
        case .notABridge, .otherVersion: "The bridge and this wall do not belong together."
        case .noAnswer: "The bridge does not answer."
        case .stopped: "The bridge was stopped."
        case .gone: "The bridge is gone."
        }
    }
}
