/// Result of a command, in the kernel's numbers.
package struct ManagementStatus: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let success = ManagementStatus(rawValue: 0x00)
    /// The kernel is too old for the command.
    package static let unknownCommand = ManagementStatus(rawValue: 0x01)
    /// There is no link with the peer.
    package static let notConnected = ManagementStatus(rawValue: 0x02)
    /// The command failed, without a specific reason.
    package static let failed = ManagementStatus(rawValue: 0x03)
    /// The link could not be established.
    package static let connectFailed = ManagementStatus(rawValue: 0x04)
    /// The keys of the two sides do not match, or a number did not.
    package static let authenticationFailed = ManagementStatus(rawValue: 0x05)
    /// There is no bond with the peer.
    package static let notPaired = ManagementStatus(rawValue: 0x06)
    /// The kernel or the adapter has no free resources.
    package static let noResources = ManagementStatus(rawValue: 0x07)
    /// The peer has not answered.
    package static let timedOut = ManagementStatus(rawValue: 0x08)
    /// There is a link with the peer already.
    package static let alreadyConnected = ManagementStatus(rawValue: 0x09)
    /// The same or a similar operation is in progress.
    package static let busy = ManagementStatus(rawValue: 0x0A)
    /// The command is not allowed in the present state.
    package static let rejected = ManagementStatus(rawValue: 0x0B)
    /// The adapter does not support it.
    package static let notSupported = ManagementStatus(rawValue: 0x0C)
    /// The parameters are invalid.
    package static let invalidParameters = ManagementStatus(rawValue: 0x0D)
    /// The link has ended meanwhile.
    package static let disconnected = ManagementStatus(rawValue: 0x0E)
    /// The adapter is off.
    package static let notPowered = ManagementStatus(rawValue: 0x0F)
    /// The command was cancelled.
    package static let cancelled = ManagementStatus(rawValue: 0x10)
    /// The adapter does not exist.
    package static let invalidIndex = ManagementStatus(rawValue: 0x11)
    /// The adapter is blocked by rfkill.
    package static let blockedByRFKill = ManagementStatus(rawValue: 0x12)
    /// There is a bond with the peer already.
    package static let alreadyPaired = ManagementStatus(rawValue: 0x13)
    /// The process has no permission.
    package static let permissionDenied = ManagementStatus(rawValue: 0x14)

    private static let words: [ManagementStatus: String] = [
        .success: "success", .unknownCommand: "unknown command", .notConnected: "not connected",
        .failed: "failed", .connectFailed: "connecting failed",
        .authenticationFailed: "authentication failed", .notPaired: "not paired",
        .noResources: "no resources", .timedOut: "timed out",
        .alreadyConnected: "already connected", .busy: "busy", .rejected: "rejected",
        .notSupported: "not supported", .invalidParameters: "invalid parameters",
        .disconnected: "disconnected", .notPowered: "not powered", .cancelled: "cancelled",
        .invalidIndex: "no such adapter", .blockedByRFKill: "blocked by rfkill",
        .alreadyPaired: "already paired", .permissionDenied: "permission denied",
    ]
}

extension ManagementStatus: CustomStringConvertible {
    /// Text for messages.
    package var description: String { Self.words[self] ?? "status 0x\(rawValue.hexadecimal)" }
}
