package import Linux

/// Reason why a client has no connection to a bridge.
package enum ControlFailure: Error, Hashable, Sendable {
    /// No program listens at this path.
    case noBridge(path: String)
    /// The user may not connect; group members may, if the group is known.
    case denied(path: String, group: String?)
    /// The path is not a socket.
    case notASocket(path: String)
    /// The program at the path is not a bridge, or violates the protocol.
    case notABridge(path: String)
    /// The bridge speaks a different version of the protocol.
    case otherVersion(Int)
    /// The bridge refused the client.
    case turnedAway(ControlRefusal)
    /// The bridge did not answer in time.
    case noAnswer
    /// The bridge announced that it stops.
    case stopped
    /// The connection ended, although the bridge had not announced that it stops.
    case gone
    /// The system could not make the connection.
    case failed(path: String, Errno)

    init(connecting path: String, _ error: Errno) {
        if FileInspection(at: FileDescriptor.canonicalPath(path))?.isRegular == true {
            self = .notASocket(path: path)
            return
        }
        switch error {
        case .noEntry, .connectionRefused, .notAFolder: self = .noBridge(path: path)
        case .accessDenied, .notPermitted:
            self = .denied(path: path, group: UserGroup.ofFile(at: path)?.name)
        case .wouldBlock: self = .noAnswer
        default: self = .failed(path: path, error)
        }
    }
}

extension ControlFailure: CustomStringConvertible {
    /// The error in a sentence without a full stop, with advice.
    package var description: String {
        switch self {
        case .noBridge(ControlPath.system):
            "no bridge is running: \(InstalledUnits.start(ControlPath.services) ?? "callboard run")"
        case .noBridge(let path):
            "no bridge is running at \(path): callboard run --socket \(path) starts one there"
        case .denied(_, let group?) where group != "root":
            "permission denied: be in group \(group) or use sudo"
        case .denied: "permission denied: use sudo"
        case .notASocket(let path): "\(path) is a file, not the socket of a bridge"
        case .notABridge(let path): "the program at \(path) is not a bridge"
        case .otherVersion(let version):
            "the bridge speaks version \(version) of the control protocol, this program version "
                + "\(ControlLines.version): use the callboard that belongs to the bridge"
        case .turnedAway(let refusal): refusal.sentence
        case .noAnswer: "the bridge does not answer"
        case .stopped: "the bridge has stopped"
        case .gone: "the bridge is gone"
        case .failed(let path, let error): "\(path): \(error)"
        }
    }
}
