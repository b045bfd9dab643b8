internal import CLinux

/// A terminal whose every byte comes and goes as it is, until the owner goes.
package struct RawTerminal: ~Copyable {
    private let descriptor: FileDescriptor
    private let before: termios

    /// Opens a terminal by its path, `/dev/tty` for the one the program was started at.
    ///
    /// It never becomes the one that controls this process, and nobody waits for it.
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

    /// The number to watch.
    package var rawValue: Int32 { descriptor.rawValue }

    /// How many columns and rows it has; nil where it does not say.
    package var size: (columns: Int, rows: Int)? {
        var size = winsize()
        guard unsafe callboard_window_size(descriptor.rawValue, &size) == 0,
            size.ws_col > 0, size.ws_row > 0
        else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Reads what was typed; an empty array where the terminal is gone.
    package func read(upTo count: Int) throws(Errno) -> [UInt8] {
        try descriptor.read(upTo: count)
    }

    /// Writes what the terminal takes of these bytes and returns how many that was.
    package func write(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        try descriptor.write(bytes)
    }

    /// Drops what was written and has not been shown yet.
    package func dropOutput() {
        _ = tcflush(descriptor.rawValue, TCOFLUSH)
    }
}
