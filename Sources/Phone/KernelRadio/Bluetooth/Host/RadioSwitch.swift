internal import Linux

/// The rfkill switch of an adapter, as shown by the kernel.
package struct RadioSwitch: Hashable, Sendable {
    /// Maximum number of examined switches; a host has a few.
    private static let limit = 1024
    /// Read limit of a switch's file, which contains one word.
    private static let longestWord = 64

    /// Whether a program has blocked the adapter; a program may unblock it.
    package let isSoftBlocked: Bool
    /// Whether a key or the hardware blocks the adapter.
    package let isHardBlocked: Bool

    /// Returns nil if the adapter has no switch.
    ///
    /// - Parameter folder: the folder of switches in sysfs.
    package init?(of adapter: ControllerIndex, in folder: String = "/sys/class/rfkill") {
        let names = (try? FolderList.names(in: folder, limit: Self.limit)) ?? []
        let place = names.map { "\(folder)/\($0)" }.first { place in
            Self.word(at: place + "/type") == "bluetooth"
                && Self.word(at: place + "/name") == adapter.description
        }
        guard let place else { return nil }
        isSoftBlocked = Self.word(at: place + "/soft") == "1"
        isHardBlocked = Self.word(at: place + "/hard") == "1"
    }

    /// Returns whether a switch blocks the adapter.
    package static func isBlocked(
        _ adapter: ControllerIndex, in folder: String = "/sys/class/rfkill"
    ) -> Bool {
        guard let found = RadioSwitch(of: adapter, in: folder) else { return false }
        return found.isSoftBlocked || found.isHardBlocked
    }

    private static func word(at path: String) -> String? {
        guard let file = try? FileDescriptor.open(readingFrom: path),
            let bytes = try? file.read(upTo: longestWord)
        else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
