internal import CLinux

/// A terminal in raw mode; its previous mode is restored with the end of the owner.
package struct RawTerminal: ~Copyable {
    private let descriptor: FileDescriptor
    private let before: termios

    /// Opens a terminal by path; `/dev/tty` is the controlling terminal.
    ///
    /// The terminal is non-blocking, and never becomes the controlling terminal of this process.
    package init(_ path: String) throws(Errno) {
        let opened = try FileDescriptor(checking: unsafe callboard_open_serial(path))
        var mode = termios()
        guard unsafe tcgetattr(opened.rawValue, &mode) == 0 else { throw .current }
        let before = mode
        unsafe cfmakeraw(&mode)
        guard unsafe tcsetattr(opened.rawValue, TCSANOW, &mode) == 0 else { throw .current }
        self.before = before
        descriptor = consume opened
    }

    deinit {
        var mode = before
        _ = unsafe tcsetattr(descriptor.rawValue, TCSANOW, &mode)
    }

    /// The descriptor to watch.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Size in columns and rows; nil if unknown.
    package var size: (columns: Int, rows: Int)? {
        var size = winsize()
        guard unsafe callboard_window_size(descriptor.rawValue, &size) == 0,
            size.ws_col > 0, size.ws_row > 0
        else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Reads available input; an empty array if the terminal is gone.
    package func read(upTo count: Int) throws(Errno) -> [UInt8] {
        try descriptor.read(upTo: count)
    }

    /// Writes as many of these bytes as possible and returns their number.
    package func write(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        try descriptor.write(bytes)
    }

    /// Discards output that was written and not yet sent.
    package func dropOutput() {
        _ = tcflush(descriptor.rawValue, TCOFLUSH)
    }
}
