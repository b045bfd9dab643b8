internal import CLinux

/// What the program may assume of a terminal.
package enum Terminal {
    /// Whether a descriptor is a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }

    /// Whether colour is welcome: on a terminal that has it, unless `NO_COLOR` says otherwise.
    package static func wantsColor(on descriptor: Int32) -> Bool {
        isTerminal(descriptor) && !["", "dumb"].contains(Environment.value("TERM") ?? "")
            && (Environment.value("NO_COLOR") ?? "").isEmpty
    }

    /// Whether the person's locale has all characters, so that terminals show them.
    package static var speaksUTF8: Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(Environment.value)
            .first { !$0.isEmpty }
        let charset = locale?.split(separator: ".", maxSplits: 1).dropFirst().first?.lowercased()
        return charset?.filter { $0 != "-" }.hasPrefix("utf8") ?? false
    }

    /// The columns of the terminal, where it says.
    package static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe callboard_window_size(descriptor, &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// Drops what was typed and not read yet.
    package static func dropInput(of descriptor: Int32) {
        // A program in the background would be stopped by a signal.
        let foreground = tcgetpgrp(descriptor)
        guard foreground < 0 || foreground == getpgrp() else { return }
        tcflush(descriptor, TCIFLUSH)
    }

    private static let hasUnicodeTables: Bool = unsafe setlocale(LC_CTYPE, "C.UTF-8") != nil

    /// The columns a character takes: 0 for a combining mark alone, 2 for a wide one.
    ///
    /// Terminals differ about characters of several parts, so this is the most that any takes: many
    /// show a skin tone, or each member of a family, as a picture of its own. Where a terminal takes
    /// fewer, a line ends early; the other way round it would break.
    package static func width(of character: Character) -> Int {
        guard hasUnicodeTables else { return 1 }
        var width = 0
        var last = 0
        for scalar in character.unicodeScalars {
            if scalar.value == 0xFE0F {
                // The variation selector that turns the symbol before it into a picture.
                width += 2 - min(last, 2)
                last = 2
            } else {
                last = Self.width(of: scalar)
                width += last
            }
        }
        return width
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        let width = Int(wcwidth(wchar_t(truncatingIfNeeded: scalar.value)))
        if width >= 0 { return width }
        // Above here are the pictures that may be newer than the C library's tables.
        return scalar.value >= 0x1F000 ? 2 : 1
    }
}

/// The environment variables of this process.
package enum Environment {
    /// Every variable that is set.
    package static var all: [(name: String, text: String)] {
        var all: [(name: String, text: String)] = []
        var next = unsafe callboard_environment()
        while let entry = unsafe next?.pointee {
            let parts = unsafe String(cString: entry).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { all.append((String(parts[0]), String(parts[1]))) }
            unsafe next = unsafe next?.advanced(by: 1)
        }
        return all
    }

    /// The value of a variable, or nil where it is not set.
    package static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// Forgets a variable, so that no process that is started later has it.
    package static func remove(_ name: String) {
        _ = unsafe unsetenv(name)
    }
}
