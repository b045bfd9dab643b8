internal import CLinux

/// The controlling terminal of this process.
package struct ControllingTerminal: Sendable {
    private static let device = "/dev/tty"

    private let wasThere = Self.isThere

    /// Checks for a controlling terminal; create this at program start.
    package init() {}

    /// Returns whether SIGHUP means that the terminal was closed; otherwise a process sent it for
    /// another purpose.
    ///
    /// - Parameter sender: process that sent the signal, or nil for the kernel. Only the session
    ///   leader or the parent passes on the loss of the terminal.
    package func isGone(toldBy sender: Int32?) -> Bool {
        guard wasThere, !Self.isThere else { return false }
        return sender == nil || sender == getsid(0) || sender == getppid()
    }

    private static var isThere: Bool {
        let descriptor = unsafe callboard_open_for_reading_at_once(device)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }
}
