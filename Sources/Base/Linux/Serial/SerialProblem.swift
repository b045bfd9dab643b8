/// The reason why a serial port cannot be used.
package enum SerialProblem: Error, Hashable, Sendable {
    /// The path does not exist, or no hardware is behind it.
    case noDevice
    /// The path is not a serial port.
    case notATerminal
    case noPermission
    case inUse
    /// The rate is not supported.
    case unknownRate(Int)
    /// The port did not accept the rate, and kept another one.
    case refusedRate(Int, kept: Int?)
    /// The port did not accept this mode, as text.
    case refusedMode(String)
    /// The device was unplugged, or the other end hung up.
    case hungUp
    case failed(Errno)

    /// Maps the error of a system call.
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

    /// Maps an error while opening: a port without hardware fails only then.
    static func opening(_ error: Errno) -> SerialProblem {
        error == .inputOutput ? .noDevice : SerialProblem(error)
    }

    /// Returns whether both problems mean the same to a user, so that only the first is reported.
    package func isLike(_ other: SerialProblem) -> Bool {
        let isAway = [self, other].allSatisfy { $0 == .hungUp || $0 == .noDevice }
        return self == other || isAway
    }

    /// Whether the settings are wrong, so that waiting does not help.
    package var isAboutSettings: Bool {
        switch self {
        case .unknownRate, .refusedRate, .refusedMode: true
        default: false
        }
    }
}

extension SerialProblem: CustomStringConvertible {
    /// Error text, with a fix if one is known.
    package var description: String {
        switch self {
        case .noDevice:
            "there is no such device; plug it in, or look in /dev/serial/by-id for its name"
        case .notATerminal:
            "it is not a serial port; name a device such as those in /dev/serial/by-id"
        case .noPermission:
            "no permission to open it; on Debian, members of the group dialout can"
        case .inUse:
            "another program uses it; only one at a time can"
        case .unknownRate(let baud):
            "\(baud) baud is not a standard rate; the nearest are "
                + SerialRate.neighbours(of: baud).map(String.init).joined(separator: " and ")
        case .refusedRate(let baud, let kept):
            "the port does not support \(baud) baud"
                + (kept.map { "; it stays at \($0)" } ?? "; try a lower rate")
        case .refusedMode(let mode):
            "the port does not support \(mode); try 8 data bits without parity or flow control"
        case .hungUp:
            "it was unplugged, or the other side hung up"
        case .failed(let error): "\(error)"
        }
    }
}
