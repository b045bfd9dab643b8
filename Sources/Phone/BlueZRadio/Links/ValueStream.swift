import DBus
import Linux

/// The values of a characteristic that bluetoothd hands to us alone, each a packet on a socket.
@LoopActor
final class ValueStream {
    /// More than any packet of the attribute protocol carries that bluetoothd takes (517 bytes).
    private static let longestValue = 1024
    /// Values taken before the loop turns to others.
    private static let inARow = 64

    private let socket: FileDescriptor
    private var watch: EventLoop.WatchID?
    private weak let owner: (any ValueStreamOwner)?

    init(_ socket: consuming FileDescriptor, for owner: any ValueStreamOwner) throws(Errno) {
        // bluetoothd 5.66 may end if the bus tells it that we are gone before this end is closed.
        self.socket = socket.raised()
        self.owner = owner
        watch = try EventLoop.shared.watch(self.socket.rawValue, for: .readable, of: self) {
            stream, _ in stream.read()
        }
    }

    isolated deinit {
        close()
    }

    /// The descriptor's number.
    var number: Int32 { socket.rawValue }

    /// Takes no more values.
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

/// Takes what comes over a stream of values.
@LoopActor
protocol ValueStreamOwner: AnyObject {
    /// Takes a value.
    func took(_ value: [UInt8])

    /// bluetoothd sends no more; told once.
    func ended()
}
