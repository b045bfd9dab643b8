/// Why a serial port cannot be used.
package enum SerialProblem: Error, Hashable, Sendable {
    /// Nothing is at the path, or nothing is behind it.
    case noDevice
    /// Something else than a serial port is at the path.
    case notATerminal
    /// This user may not open it.
    case noPermission
    /// Another program has it.
    case inUse
    /// There is no such rate.
    case unknownRate(Int)
    /// The port does not take this rate, and keeps to another one.
    case refusedRate(Int, kept: Int?)
    /// The port does not take this mode, in words.
    case refusedMode(String)
    /// It was unplugged, or the other side hung up.
    case hungUp
    /// A system call failed.
    case failed(Errno)

    /// What an error of a system call means for a port.
    init(_ error: Errno) {
        self =
            switch error {
            case .noEntry, .notAFolder, .noSuchDevice, .noDevice: .noDevice
            case .accessDenied, .notPermitted: .noPermission
            case .busy: .inUse
            case .inputOutput: .hungUp
            default: .failed(error)
            }
    }

    /// What an error means while a port is opened: one without hardware behind it fails only then.
    static func opening(_ error: Errno) -> SerialProblem {
        error == .inputOutput ? .noDevice : SerialProblem(error)
    }

    /// Whether a person who was told of the one knows enough of the other.
    package func isLike(_ other: SerialProblem) -> Bool {
        let isAway = [self, other].allSatisfy { $0 == .hungUp || $0 == .noDevice }
        return self == other || isAway
    }

    /// Whether what is wrong is how the port is to be used, which waiting does not mend.
    package var isAboutSettings: Bool {
        switch self {
        case .unknownRate, .refusedRate, .refusedMode: true
        default: false
        }
    }
}

extension SerialProblem: CustomStringConvertible {
    /// A clause that says what is wrong, and what would be right where that is known.
    package var description: String {
        switch self {
        case .noDevice:
            "there is no such device; plug it in, or look in /dev/serial/by-id for its name"
        case .notATerminal:
            "it is not a serial port; name a device such as those in /dev/serial/by-id"
        case .noPermission:
            "this user may not open it; on Debian the group dialout may"
        case .inUse:
            "another program uses it; only one at a time can"
        case .unknownRate(let baud):
            "\(baud) baud is not a standard rate; the nearest are "
                + SerialRate.neighbours(of: baud).map(String.init).joined(separator: " and ")
        case .refusedRate(let baud, let kept):
            "the port does not take \(baud) baud"
                + (kept.map { "; it keeps to \($0)" } ?? "; a lower rate may do")
        case .refusedMode(let mode):
            "the port does not take \(mode); 8 data bits without parity or flow control may do"
        case .hungUp:
            "it was unplugged, or the other side hung up"
        case .failed(let error): "\(error)"
        }
    }
}
