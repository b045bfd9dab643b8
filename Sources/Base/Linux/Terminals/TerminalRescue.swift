internal import CLinux

/// Restores a terminal if the program crashes; only one terminal at a time.
package struct TerminalRescue: ~Copyable {
    /// - Parameters:
    ///   - path: terminal, whose present mode is restored.
    ///   - end: text written to it then.
    package init?(_ path: String, saying end: String) {
        guard unsafe callboard_begin_rescue(path, end) == 0 else { return nil }
    }

    deinit {
        callboard_end_rescue()
    }
}
