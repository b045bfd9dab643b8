import Foundation
import Waiting

/// A program in the background, which is gone with this object.
package final class BackgroundProgram {
    /// Its number.
    package let process: Int32
    private var hasEnded = false

    /// Starts a program, whose standard error goes to the end of a file.
    ///
    /// - Parameter words: its path and its arguments.
    package init(_ words: [String], saying file: String = "/dev/null") throws {
        process = try TestProgram.start(words, saying: file)
    }

    deinit {
        kill()
    }

    /// Ends it at once, without a goodbye to anybody.
    package func kill() {
        guard !hasEnded else { return }
        for signal in [SIGCONT, SIGKILL] { Foundation.kill(process, signal) }
        _ = status()
    }

    /// Asks it to end, and says with which status it did, or 128 more than the signal that ended it.
    package func finish() -> Int32 {
        guard !hasEnded else { return 0 }
        Foundation.kill(process, SIGTERM)
        return status()
    }

    /// Waits until it ends by itself, and says with which status it did, or 128 more than the signal that ended it; nil if it hangs.
    package func ends() -> Int32? {
        guard !hasEnded else { return nil }
        var status: Int32 = 0
        guard Patience.waits(until: { unsafe waitpid(process, &status, WNOHANG) == process })
        else { return nil }
        hasEnded = true
        return Self.outcome(status)
    }

    /// Has it do nothing for a while, so that it answers nobody.
    package func freeze(_ isFrozen: Bool) {
        guard !hasEnded else { return }
        Foundation.kill(process, isFrozen ? SIGSTOP : SIGCONT)
    }

    /// Waits for its end.
    private func status() -> Int32 {
        hasEnded = true
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        return Self.outcome(status)
    }

    private static func outcome(_ status: Int32) -> Int32 {
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}
