/// An open serial port on the loop: tells what the device says, when there is room, and its end.
@LoopActor
package final class SerialPort {
    /// What happens at a port.
    package enum News: Hashable, Sendable {
        /// The device said this.
        case received([UInt8])
        /// There is room for more bytes; told after `waitForRoom` only, and once.
        case room
        /// The port is gone; nothing more is told.
        case gone(SerialProblem)
    }

    /// Bytes that are read in one go.
    private static let portion = 256

    private let line: SerialLine
    private let tell: @LoopActor (News) -> Void
    private var watch: EventLoop.WatchID?
    private var isWaitingForRoom = false

    /// Takes a port that is open.
    ///
    /// - Parameter tell: called on what happens, never from within a method of the port.
    package init(
        _ line: SerialLine, tell: @escaping @LoopActor (News) -> Void
    ) throws(SerialProblem) {
        self.line = line
        self.tell = tell
        do throws(Errno) {
            watch = try EventLoop.shared.watch(line.rawValue, for: .readable, of: self) {
                $0.takeReadiness($1)
            }
        } catch {
            throw SerialProblem(error)
        }
    }

    isolated deinit {
        stop()
    }

    /// Whether a program is behind it, and no device.
    package var isPseudoTerminal: Bool { line.kind == .pseudoTerminal }

    /// Whether it hangs at USB.
    package var isOnUSB: Bool { line.kind == .usb }

    /// Bytes that the kernel has taken and that have not gone yet, as far as the driver knows.
    package var unsent: Int { line.unsent }

    /// Writes what there is room for, and returns how many bytes that was.
    package func write(_ bytes: ArraySlice<UInt8>) throws(SerialProblem) -> Int {
        try line.write(bytes)
    }

    /// Has it told once when there is room again.
    package func waitForRoom() {
        isWaitingForRoom = true
        update()
    }

    /// Hears nothing more and returns the line, which is still to be closed.
    @discardableResult
    package func stop() -> SerialLine {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
        return line
    }

    private func update() {
        guard let watch else { return }
        let readiness: EventLoop.Readiness =
            isWaitingForRoom ? [.readable, .writable] : .readable
        // A change of a watch that exists fails only where the kernel has no memory.
        try? EventLoop.shared.change(watch, to: readiness)
    }

    private func takeReadiness(_ readiness: EventLoop.Readiness) {
        if readiness.contains(.readable) || readiness.contains(.hungUp) {
            do throws(SerialProblem) {
                try read(untilEnd: readiness.contains(.hungUp))
            } catch {
                stop()
                return tell(.gone(error))
            }
        }
        guard readiness.contains(.writable), isWaitingForRoom, watch != nil else { return }
        isWaitingForRoom = false
        update()
        tell(.room)
    }

    /// Takes what the device said; what it said last is heard before its end is.
    private func read(untilEnd isAtEnd: Bool) throws(SerialProblem) {
        if let bytes = try line.read(upTo: Self.portion) {
            tell(.received(bytes))
        } else if isAtEnd {
            throw .hungUp
        }
    }
}
