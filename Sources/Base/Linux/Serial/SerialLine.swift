internal import CLinux

/// A serial port that is open, set up, and nobody else's.
///
/// Opening and closing may take long with some drivers: both belong on a thread that may wait.
package final class SerialLine: Sendable {
    /// Closes the descriptor when its last user lets go of it.
    private final class Opened: Sendable {
        let descriptor: FileDescriptor

        init(_ path: String) throws(Errno) {
            descriptor = try FileDescriptor(checking: unsafe callboard_open_serial(path))
        }
    }

    private let opened: Locked<Opened?>
    /// The number to watch.
    let rawValue: Int32
    private let before: termios
    /// What is behind it.
    let kind: Kind

    /// What can be behind a port.
    enum Kind {
        /// A program.
        case pseudoTerminal
        /// An adapter, or a board with a USB port of its own.
        case usb
        case other

        /// Tells by the number that Linux gives each kind of device.
        fileprivate init(_ number: Int32) {
            var status = stat()
            let isThere = unsafe fstat(number, &status) == 0
            self =
                switch isThere ? status.st_rdev >> 8 & 0xFFF : 0 {
                case 136...143: .pseudoTerminal
                case 166, 188: .usb
                default: .other
                }
        }
    }

    /// Opens and sets up a port.
    ///
    /// Two locks keep others out: exclusive mode, which refuses every program but a privileged one, and
    /// a lock on the device itself, which refuses those that ask, privileged or not. Files in /run/lock
    /// are neither written nor heeded: anybody may put one there. A pseudo-terminal has the second lock
    /// alone: it keeps exclusive mode after a program that was killed, for as long as its far side lives.
    package init(_ settings: SerialSettings) throws(SerialProblem) {
        guard SerialRate.code(of: settings.baud) != nil else {
            throw .unknownRate(settings.baud)
        }
        let opened = try Self.open(settings.device)
        let number = opened.descriptor.rawValue
        guard Terminal.isTerminal(number) else { throw .notATerminal }
        guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
            let error = Errno.current
            throw error == .wouldBlock ? .inUse : .opening(error)
        }
        let kind = Kind(number)
        if kind != .pseudoTerminal {
            guard callboard_is_exclusive(number) == 0 else { throw .inUse }
            guard callboard_set_exclusive(number, 1) == 0 else { throw .opening(.current) }
        }
        do throws(SerialProblem) {
            before = try Self.setUp(number, settings)
        } catch {
            // Somebody else may have it open, and the mode is the device's.
            if kind != .pseudoTerminal { _ = callboard_set_exclusive(number, 0) }
            throw error
        }
        // What came before anybody listened is no answer to anything.
        tcflush(number, TCIFLUSH)
        self.kind = kind
        self.opened = Locked(opened)
        rawValue = number
    }

    /// What /dev/ptmx is: opening it makes a terminal that nobody listens to.
    private static let terminalMaker: dev_t = 5 << 8 | 2

    private static func open(_ path: String) throws(SerialProblem) -> Opened {
        // Opening some devices that are none does something, so they are looked at first.
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .opening(.current) }
        guard status.st_mode & UInt32(S_IFMT) == UInt32(S_IFCHR), status.st_rdev != terminalMaker
        else { throw .notATerminal }
        do throws(Errno) {
            return try Opened(path)
        } catch {
            throw .opening(error)
        }
    }

    /// Puts a port into its mode and returns the one it was in.
    private static func setUp(
        _ number: Int32, _ settings: SerialSettings
    ) throws(SerialProblem) -> termios {
        var before = termios()
        guard unsafe tcgetattr(number, &before) == 0 else { throw .opening(.current) }
        guard let mode = SerialMode(settings, over: before) else {
            throw .unknownRate(settings.baud)
        }
        var wanted = mode.value
        var taken = termios()
        // Setting succeeds where anything at all was taken, so what was taken has to be looked at.
        let isSet = unsafe tcsetattr(number, TCSANOW, &wanted) == 0
        let error = Errno.current
        guard unsafe tcgetattr(number, &taken) == 0 else { throw .opening(.current) }
        let difference = mode.difference(from: taken, for: settings)
        if isSet, difference == nil { return before }
        _ = unsafe tcsetattr(number, TCSANOW, &before)
        throw difference ?? .opening(error)
    }

    /// Bytes that the kernel has taken and that have not gone yet, as far as the driver knows: that of
    /// pseudo-terminals never does.
    package var unsent: Int { Int(max(0, callboard_unsent(rawValue))) }

    /// Reads what is there, up to a number of bytes; nil where nothing is.
    package func read(upTo count: Int) throws(SerialProblem) -> [UInt8]? {
        do throws(Errno) {
            let bytes = try descriptor().descriptor.read(upTo: count)
            // What was hung up is at its end.
            if bytes.isEmpty { throw Errno.inputOutput }
            return bytes
        } catch .wouldBlock {
            return nil
        } catch {
            throw SerialProblem(error)
        }
    }

    /// Writes what there is room for, and returns how many bytes that was.
    package func write(_ bytes: ArraySlice<UInt8>) throws(SerialProblem) -> Int {
        do throws(Errno) {
            return try descriptor().descriptor.write(bytes)
        } catch .wouldBlock {
            return 0
        } catch {
            throw SerialProblem(error)
        }
    }

    private func descriptor() throws(Errno) -> Opened {
        guard let opened = opened.withLock({ $0 }) else { throw .inputOutput }
        return opened
    }

    /// Gives the port back as it was; what has not gone by now is given up.
    package func close() {
        let last = opened.withLock { opened in
            defer { opened = nil }
            return opened
        }
        guard let last else { return }
        // Closing would wait for what does not drain, half a minute with many drivers; those of USB
        // adapters do so all the same.
        if unsent > 0 { tcflush(last.descriptor.rawValue, TCOFLUSH) }
        var before = before
        _ = unsafe tcsetattr(last.descriptor.rawValue, TCSANOW, &before)
        if kind != .pseudoTerminal { _ = callboard_set_exclusive(last.descriptor.rawValue, 0) }
    }

    deinit {
        close()
    }
}
