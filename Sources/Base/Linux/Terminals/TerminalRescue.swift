internal import CLinux

/// Restores a terminal if the program crashes; only one terminal at a time.
package struct TerminalRescue: ~Copyable {
    /// Remembers the present mode of a terminal.
    ///
    /// Nil if the terminal cannot be opened, the text is too long, or another rescue is active.
    ///
    /// - Parameters:
    ///   - path: the terminal, such as `/dev/tty`.
    ///   - end: text written to the terminal at a crash, such as escape sequences.
    package init?(_ path: String, saying end: String) {
        guard unsafe callboard_begin_rescue(path, end) == 0 else { return nil }
    }

    deinit {
        callboard_end_rescue()
    }
}
