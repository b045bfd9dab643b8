internal import CLinux

/// An open and configured serial port with exclusive access.
///
/// Opening and closing may block for long with some drivers: both belong on a thread that may
/// block.
package final class SerialLine: Sendable {
    /// Closes the descriptor with its last user.
    private final class Opened: Sendable {
        let descriptor: FileDescriptor

        init(_ path: String) throws(Errno) {
            descriptor = try FileDescriptor(checking: unsafe callboard_open_serial(path))
        }
    }

    private let opened: Locked<Opened?>
    /// The descriptor to watch.
    let rawValue: Int32
    private let before: termios
    /// The kind of device.
    let kind: Kind

    /// Kinds of serial devices.
    enum Kind {
        /// A pseudo-terminal of another program.
        case pseudoTerminal
        /// A USB adapter, or a board with its own USB port.
        case usb
        case other

        /// Determines the kind from the Linux device number.
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

    /// Opens and configures a port.
    ///
    /// Two locks keep other programs out. Exclusive mode (TIOCEXCL) refuses every unprivileged
    /// program. A lock on the device refuses programs that ask for it, even privileged ones. Files
    /// in /run/lock are neither written nor respected: any user may create one there. A
    /// pseudo-terminal gets only the second lock: it keeps exclusive mode after a killed program,
    /// as long as its other end lives.
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
            // Another program may have the device open, and the mode belongs to the device.
            if kind != .pseudoTerminal { _ = callboard_set_exclusive(number, 0) }
            throw error
        }
        // Input from before the opening cannot be an answer to this program.
        tcflush(number, TCIFLUSH)
        self.kind = kind
        self.opened = Locked(opened)
        rawValue = number
    }

    /// The device number of /dev/ptmx: opening it would create a new, unconnected terminal.
    private static let terminalMaker: dev_t = 5 << 8 | 2

    private static func open(_ path: String) throws(SerialProblem) -> Opened {
        // Opening some unsuitable devices has side effects, so the device is checked first.
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

    /// Configures a port and returns its previous mode.
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
        // tcsetattr succeeds if any part was accepted, so the result has to be read back.
        let isSet = unsafe tcsetattr(number, TCSANOW, &wanted) == 0
        let error = Errno.current
        guard unsafe tcgetattr(number, &taken) == 0 else { throw .opening(.current) }
        let difference = mode.difference(from: taken, for: settings)
        if isSet, difference == nil { return before }
        _ = unsafe tcsetattr(number, TCSANOW, &before)
        throw difference ?? .opening(error)
    }

    /// Number of bytes in the output buffer of the kernel, as far as the driver knows;
    /// pseudo-terminals never know.
    package var unsent: Int { Int(max(0, callboard_unsent(rawValue))) }

    /// Reads available bytes, up to a limit; nil if there are none.
    package func read(upTo count: Int) throws(SerialProblem) -> [UInt8]? {
        do throws(Errno) {
            let bytes = try descriptor().descriptor.read(upTo: count)
            // A port that was hung up reports the end of the file.
            if bytes.isEmpty { throw Errno.inputOutput }
            return bytes
        } catch .wouldBlock {
            return nil
        } catch {
            throw SerialProblem(error)
        }
    }

    /// Writes as many bytes as there is room for, and returns their number.
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

    /// Closes the port and restores its previous mode; unsent bytes are discarded.
    package func close() {
        let last = opened.withLock { opened in
            defer { opened = nil }
            return opened
        }
        guard let last else { return }
        // Closing would wait for unsent bytes, half a minute with many drivers; those of USB
        // adapters wait anyway.
        if unsent > 0 { tcflush(last.descriptor.rawValue, TCOFLUSH) }
        var before = before
        _ = unsafe tcsetattr(last.descriptor.rawValue, TCSANOW, &before)
        if kind != .pseudoTerminal { _ = callboard_set_exclusive(last.descriptor.rawValue, 0) }
    }

    deinit {
        close()
    }
}
