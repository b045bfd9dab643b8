internal import CLinux

/// Properties of terminals.
package enum Terminal {
    /// Returns whether a descriptor is a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1
    }

    /// Returns whether to use colours: the terminal supports them, and `NO_COLOR` is not set.
    package static func wantsColor(on descriptor: Int32) -> Bool {
        isTerminal(descriptor) && !["", "dumb"].contains(Environment.value("TERM") ?? "")
            && (Environment.value("NO_COLOR") ?? "").isEmpty
    }

    /// Whether the user's locale is UTF-8, so that the terminal can show all characters.
    package static var speaksUTF8: Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(Environment.value)
            .first { !$0.isEmpty }
        let charset = locale?.split(separator: ".", maxSplits: 1).dropFirst().first?.lowercased()
        return charset?.filter { $0 != "-" }.hasPrefix("utf8") ?? false
    }

    /// Returns the width of the terminal in columns, if known.
    package static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe callboard_window_size(descriptor, &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// Discards unread input.
    package static func dropInput(of descriptor: Int32) {
        // A background process would be stopped by SIGTTOU.
        let foreground = tcgetpgrp(descriptor)
        guard foreground < 0 || foreground == getpgrp() else { return }
        tcflush(descriptor, TCIFLUSH)
    }

    private static let hasUnicodeTables: Bool = unsafe setlocale(LC_CTYPE, "C.UTF-8") != nil

    /// Returns the columns of a character: 0 for a lone combining mark, 2 for a wide one.
    ///
    /// Terminals differ for sequences of several scalars: many show a skin tone, or each member of a
    /// family, as a separate image. The result is the maximum: a line that needs fewer columns only
    /// ends early, but one that needs more would wrap.
    package static func width(of character: Character) -> Int {
        guard hasUnicodeTables else { return 1 }
        var width = 0
        var last = 0
        for scalar in character.unicodeScalars {
            if scalar.value == 0xFE0F {
                // The variation selector that turns the preceding symbol into an emoji.
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
        // From here on there are emoji that may be newer than the C library's tables.
        return scalar.value >= 0x1F000 ? 2 : 1
    }
}

/// Environment variables of this process.
package enum Environment {
    /// All variables.
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

    /// Returns the value of a variable, or nil if it is not set.
    package static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// Removes a variable, so that later child processes do not inherit it.
    package static func remove(_ name: String) {
        _ = unsafe unsetenv(name)
    }
}
