/// An open serial port on the event loop.
@LoopActor
package final class SerialPort {
    /// An event of a port.
    package enum News: Hashable, Sendable {
        /// The device sent these bytes.
        case received([UInt8])
        /// There is room for more bytes; reported once after each `waitForRoom`.
        case room
        /// The port is gone; no event follows.
        case gone(SerialProblem)
    }

    /// Maximum number of bytes per read.
    private static let portion = 256

    private let line: SerialLine
    private let tell: @LoopActor (News) -> Void
    private var watch: EventLoop.WatchID?
    private var isWaitingForRoom = false

    /// Takes ownership of an open port.
    ///
    /// - Parameter tell: called for each event, never from within a method of the port.
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

    /// Whether a program is at the other end instead of a device.
    package var isPseudoTerminal: Bool { line.kind == .pseudoTerminal }

    /// Whether the device is connected by USB.
    package var isOnUSB: Bool { line.kind == .usb }

    /// Number of bytes in the output buffer of the kernel, as far as the driver knows.
    package var unsent: Int { line.unsent }

    /// Writes as many bytes as there is room for, and returns their number.
    package func write(_ bytes: ArraySlice<UInt8>) throws(SerialProblem) -> Int {
        try line.write(bytes)
    }

    /// Requests one report when there is room again.
    package func waitForRoom() {
        isWaitingForRoom = true
        update()
    }

    /// Ends the events and returns the line, which the caller must close.
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
        // Changing an existing watch fails only if the kernel has no memory.
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

    /// Reports received bytes; the last ones are reported before the end of the port.
    private func read(untilEnd isAtEnd: Bool) throws(SerialProblem) {
        if let bytes = try line.read(upTo: Self.portion) {
            tell(.received(bytes))
        } else if isAtEnd {
            throw .hungUp
        }
    }
}
