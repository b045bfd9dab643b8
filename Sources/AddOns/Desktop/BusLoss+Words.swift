import DBus

extension BusLoss {
    /// The reason, after the name of the bus.
    var words: String {
        switch self {
        case .unreachable: "cannot be reached"
        case .silent: "does not answer"
        case .refused: "refuses this program"
        case .closed: "has closed the connection"
        }
    }
}
