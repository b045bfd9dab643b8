internal import CLinux

/// The terminal at which this process was started, by which it can be ended.
package struct ControllingTerminal: Sendable {
    private static let device = "/dev/tty"

    private let wasThere = Self.isThere

    /// Looks whether there is one; to be made when the program begins.
    package init() {}

    /// Whether a signal to hang up says that the terminal is gone; otherwise somebody has sent it who
    /// means something else by it.
    ///
    /// - Parameter sender: the process that sent it, or nil for the kernel. Of processes only the
    ///   shell that the terminal belongs to passes on that it is gone.
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
