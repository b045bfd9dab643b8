internal import Linux

/// The switch by which an adapter is kept off the air, as the kernel shows it.
package struct RadioSwitch: Hashable, Sendable {
    /// Switches that are looked at; a machine has a few.
    private static let limit = 1024
    /// What a file of a switch has in it is a word.
    private static let longestWord = 64

    /// A program has switched it off, and a program may switch it on.
    package let isSoftBlocked: Bool
    /// A key or the machine itself holds it off.
    package let isHardBlocked: Bool

    /// Nil where the adapter has no switch.
    ///
    /// - Parameter folder: where the kernel shows switches.
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

    /// Whether a switch keeps an adapter off the air.
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
