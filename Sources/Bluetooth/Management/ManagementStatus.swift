/// What became of a command, in the kernel's numbers.
package struct ManagementStatus: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let success = ManagementStatus(rawValue: 0x00)
    package static let unknownCommand = ManagementStatus(rawValue: 0x01)
    package static let notConnected = ManagementStatus(rawValue: 0x02)
    package static let failed = ManagementStatus(rawValue: 0x03)
    package static let connectFailed = ManagementStatus(rawValue: 0x04)
    package static let authenticationFailed = ManagementStatus(rawValue: 0x05)
    package static let notPaired = ManagementStatus(rawValue: 0x06)
    package static let noResources = ManagementStatus(rawValue: 0x07)
    package static let timedOut = ManagementStatus(rawValue: 0x08)
    package static let alreadyConnected = ManagementStatus(rawValue: 0x09)
    package static let busy = ManagementStatus(rawValue: 0x0A)
    package static let rejected = ManagementStatus(rawValue: 0x0B)
    package static let notSupported = ManagementStatus(rawValue: 0x0C)
    package static let invalidParameters = ManagementStatus(rawValue: 0x0D)
    package static let disconnected = ManagementStatus(rawValue: 0x0E)
    package static let notPowered = ManagementStatus(rawValue: 0x0F)
    package static let cancelled = ManagementStatus(rawValue: 0x10)
    package static let invalidIndex = ManagementStatus(rawValue: 0x11)
    package static let blockedByRFKill = ManagementStatus(rawValue: 0x12)
    package static let alreadyPaired = ManagementStatus(rawValue: 0x13)
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
    package var description: String { Self.words[self] ?? "status 0x\(rawValue.hexadecimal)" }
}
