import DBus
import Linux

/// Values of a characteristic to which bluetoothd gives exclusive access, each as a packet on a
/// socket.
@LoopActor
final class ValueStream {
    /// Read limit, more than the longest packet of the attribute protocol that bluetoothd accepts
    /// (517 bytes).
    private static let longestValue = 1024
    /// Maximum number of values read before other work on the loop gets its turn.
    private static let inARow = 64

    private let socket: FileDescriptor
    private var watch: EventLoop.WatchID?
    private weak let owner: (any ValueStreamOwner)?

    init(_ socket: consuming FileDescriptor, for owner: any ValueStreamOwner) throws(Errno) {
        // bluetoothd 5.66 may exit if the bus reports that this client is gone before this end is
        // closed. The kernel closes high numbers first.
        self.socket = socket.raised()
        self.owner = owner
        watch = try EventLoop.shared.watch(self.socket.rawValue, for: .readable, of: self) {
            stream, _ in stream.read()
        }
    }

    isolated deinit {
        close()
    }

    /// Number of the descriptor.
    var number: Int32 { socket.rawValue }

    /// Stops reading.
    func close() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
    }

    private func read() {
        for _ in 0..<Self.inARow where watch != nil {
            do throws(Errno) {
                switch try socket.receivePacket(upTo: Self.longestValue) {
                case .packet(let value): owner?.took(value)
                case .tooLong: break
                case .closed: return end()
                }
            } catch .wouldBlock {
                return
            } catch {
                return end()
            }
        }
    }

    private func end() {
        guard watch != nil else { return }
        close()
        owner?.ended()
    }
}

/// Receiver of the values of a stream.
@LoopActor
protocol ValueStreamOwner: AnyObject {
    /// Handles a value.
    func took(_ value: [UInt8])

    /// Handles the end of the stream; called once.
    func ended()
}
