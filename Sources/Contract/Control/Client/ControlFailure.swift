package import Contract
package import Linux

/// Why a client has no bridge to talk to, or not any more.
package enum ControlFailure: Error, Hashable, Sendable {
    /// Nobody listens at this path.
    case noBridge(path: String)
    /// This user may not connect; members of the group may, where one is known.
    case denied(path: String, group: String?)
    /// What is there is a file and no socket.
    case notASocket(path: String)
    /// What answers there is no bridge, or does not speak as one does.
    case notABridge(path: String)
    /// The bridge speaks another version of the protocol than this one.
    case otherVersion(Int)
    /// The bridge wants nothing to do with this client, and says why.
    case turnedAway(ControlRefusal)
    /// The bridge did not say anything in time.
    case noAnswer
    /// The bridge said goodbye.
    case stopped
    /// The bridge is gone without a goodbye.
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
    /// A sentence without a full stop, with what to do about it.
    package var description: String {
        switch self {
        case .noBridge(ControlPath.system):
            "no bridge is running: \(InstalledUnits.start(ControlPath.services) ?? "callboard run")"
        case .noBridge(let path): "no bridge is running at \(path): callboard run"
        case .denied(_, let group?) where group != "root":
            "permission denied: be in group \(group) or use sudo"
        case .denied: "permission denied: use sudo"
        case .notASocket(let path): "\(path) is a file, and no socket of a bridge"
        case .notABridge(let path): "what answers at \(path) is not a bridge"
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
