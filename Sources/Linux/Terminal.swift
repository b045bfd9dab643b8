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

    /// The columns of the terminal, where it says.
    package static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe callboard_window_size(descriptor, &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    private static let hasUnicodeTables: Bool = unsafe setlocale(LC_CTYPE, "C.UTF-8") != nil

    /// The columns a character takes: 0 for a combining mark, 2 for a wide one.
    package static func width(of character: Character) -> Int {
        guard hasUnicodeTables else { return 1 }
        var width = 0
        for scalar in character.unicodeScalars {
            // The variation selector that turns a text symbol into a picture.
            if scalar.value == 0xFE0F { return 2 }
            width = max(width, Int(wcwidth(wchar_t(bitPattern: scalar.value))))
        }
        return width
    }
}

/// The environment variables of this process.
package enum Environment {
    /// The value of a variable, or nil where it is not set.
    package static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}
