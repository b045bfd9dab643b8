package import Foundation
internal import Linux

/// The far side of a pseudo-terminal, whose near side is a serial port to whoever opens its path.
package final class PseudoTerminal {
    /// Its own descriptor, to be watched.
    package let number: Int32
    /// Where the near side is.
    package let path: String

    package init() throws {
        var (far, near): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 64)
        guard unsafe openpty(&far, &near, &name, nil, nil) == 0 else {
            throw CocoaError(.fileReadUnknown)
        }
        close(near)
        _ = fcntl(far, F_SETFD, FD_CLOEXEC)
        _ = fcntl(far, F_SETFL, O_NONBLOCK)
        number = far
        path = String(ofC: name)
    }

    deinit {
        close(number)
    }

    /// Reads what is there, up to a number of bytes.
    package func read(upTo count: Int = 1 << 16) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let received = unsafe Foundation.read(number, &bytes, count)
        return Array(bytes.prefix(max(0, received)))
    }

    /// Says something to whoever has the port open.
    package func write(_ bytes: [UInt8]) {
        _ = unsafe Foundation.write(number, bytes, bytes.count)
    }

    /// Whether nothing can be written at the near side, as after Ctrl-S.
    package var isHeldBack: Bool {
        let near = unsafe open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard near >= 0 else { return false }
        defer { close(near) }
        var polled = pollfd(fd: near, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&polled, 1, 0) == 0
    }

    /// The mode that the port is in.
    package var mode: termios {
        var mode = termios()
        _ = unsafe tcgetattr(number, &mode)
        return mode
    }

    /// The parts of the mode that say how bytes pass: input, output and local flags.
    package var flags: [UInt32] {
        [mode.c_iflag, mode.c_oflag, mode.c_lflag]
    }

    /// Whether every byte that is typed passes at once and unseen.
    package var isRaw: Bool {
        mode.c_lflag & tcflag_t(ICANON | ECHO | ISIG | IEXTEN) == 0
    }

    /// Says how large the terminal is from now on.
    package func resize(columns: Int, rows: Int) {
        var size = winsize()
        size.ws_col = UInt16(columns)
        size.ws_row = UInt16(rows)
        _ = unsafe ioctl(number, UInt(TIOCSWINSZ), &size)
    }
}
