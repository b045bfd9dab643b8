import Control

extension ControlFailure {
    /// Whether the user lacks a right.
    var isAboutRights: Bool {
        switch self {
        case .denied: true
        case .turnedAway(let refusal): refusal.code == .notAllowed
        default: false
        }
    }
}
