internal import CLinux

/// Gives a terminal back as it was where the program crashes; no more than one at a time.
package struct TerminalRescue: ~Copyable {
    /// - Parameters:
    ///   - path: the terminal, as it is to be again.
    ///   - end: what it is told then.
    package init?(_ path: String, saying end: String) {
        guard unsafe callboard_begin_rescue(path, end) == 0 else { return nil }
    }

    deinit {
        callboard_end_rescue()
    }
}
