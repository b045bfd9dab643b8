internal import Notices

extension Durability {
    /// The word of the database.
    var synchronous: String {
        switch self {
        case .normal: "NORMAL"
        case .full: "FULL"
        }
    }
}
