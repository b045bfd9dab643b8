internal import CLinux

/// A wall clock that this process may set.
package protocol SettableClock: Sendable {
    /// Whether this process has the right to set the clock and to see whether it is synchronised.
    var maySet: Bool { get }
    /// Whether another program keeps the clock right, such as one that asks the network.
    var isSynchronised: Bool { get throws(Errno) }
    /// Moves the clock, forward if the duration is positive.
    func move(by duration: Duration) throws(Errno)
}

/// The wall clock of the host, as the kernel keeps it.
///
/// The hardware clock is not set: the kernel writes to it only while the clock is synchronised, and
/// after a move it is not.
package struct HostClock: SettableClock {
    package init() {}

    package var maySet: Bool {
        // A filter of system calls may refuse even to look.
        CurrentProcess.setsClocks && (try? isSynchronised) != nil
    }

    package var isSynchronised: Bool {
        get throws(Errno) {
            let result = callboard_clock_is_synchronised()
            guard result >= 0 else { throw .current }
            return result == 1
        }
    }

    package func move(by duration: Duration) throws(Errno) {
        let (seconds, microseconds) = Self.parts(of: duration)
        guard callboard_move_clock(seconds, microseconds) == 0 else { throw .current }
    }

    /// Returns whole seconds, rounded down, and the microseconds to add.
    static func parts(of duration: Duration) -> (seconds: Int, microseconds: Int) {
        let (seconds, attoseconds) = duration.components
        let microseconds = Int(attoseconds / 1_000_000_000_000)
        return microseconds < 0
            ? (Int(seconds) - 1, microseconds + 1_000_000) : (Int(seconds), microseconds)
    }
}
