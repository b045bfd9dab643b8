internal import CLinux

/// The host name.
package enum HostName {
    /// Size of the buffer: Linux allows names of 64 bytes, which a zero ends.
    private static let limit = 65

    /// Host names that the system has if none is configured.
    private static let none: Set<Substring> = ["", "(none)", "localhost"]

    /// The name up to its first dot; nil if the host has none.
    package static var current: String? {
        var bytes = [CChar](repeating: 0, count: limit)
        guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
        let first = String(ofC: bytes).prefix { $0 != "." }
        return none.contains(first) ? nil : String(first)
    }
}
