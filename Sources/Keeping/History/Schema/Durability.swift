internal import Notices

extension Durability {
    /// Value of `PRAGMA synchronous`.
    var synchronous: String {
        switch self {
        case .normal: "NORMAL"
        case .full: "FULL"
        }
    }
}
