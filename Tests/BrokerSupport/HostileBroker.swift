import Foundation
internal import Linux

/// A broker that speaks MQTT up to some stage, and sends any bytes then; it is gone with this object.
package final class HostileBroker: Sendable {
    /// When it sends its bytes.
    package enum Stage: CaseIterable, Sendable {
        /// In place of the answer to a client's first packet.
        case greeting
        /// Right behind that answer.
        case connected
        /// Behind the first answer to a subscription.
        case subscribed
        /// As the rest of a message that it has begun.
        case halfway
    }

    /// Where it listens.
    package let port: Int
    private let listener: Int32
    private let stage: Stage
    private let bytes: [UInt8]
    private let hangsUp: Bool
    private let count = Locked(0)

    /// A broker that listens.
    ///
    /// - Parameter hangsUp: whether it ends the connection behind its bytes.
    package init(_ stage: Stage, _ bytes: [UInt8], hangsUp: Bool) throws {
        self.stage = stage
        self.bytes = bytes
        self.hangsUp = hangsUp
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | 0o2000000, 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listens = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, size) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        guard listens else {
            close(listener)
            throw CocoaError(.fileReadUnknown)
        }
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0, let self else { return }
                count.withLock { $0 += 1 }
                serve(connection)
                close(connection)
            }
        }
    }

    deinit {
        // Whoever waits for a connection is told.
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// How many connections it has had.
    package var connections: Int { count.withLock { $0 } }

    private func serve(_ connection: Int32) {
        var waiting: [UInt8] = []
        var isNewer = false
        var isDone = false
        func send(_ bytes: [UInt8]) {
            _ = unsafe Foundation.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
        func attack() {
            isDone = true
            send(bytes)
            if hangsUp { shutdown(connection, Int32(SHUT_WR)) }
        }
        while true {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let received = unsafe recv(connection, &buffer, buffer.count, 0)
            guard received > 0 else { return }
            waiting += buffer.prefix(received)
            while !isDone, let packet = Self.packet(&waiting) {
                switch packet[0] >> 4 {
                case 1:
                    isNewer = packet.count > 8 && packet[8] == 5
                    if stage == .greeting {
                        attack()
                    } else {
                        send(isNewer ? [0x20, 3, 0, 0, 0] : [0x20, 2, 0, 0])
                        if stage == .connected { attack() }
                    }
                case 8:
                    let number = Array(packet[2...3])
                    send(
                        isNewer ? [0x90, 4] + number + [0, 1] : [0x90, 3] + number + [1])
                    if stage == .subscribed { attack() }
                    if stage == .halfway {
                        send([0x30, 0x50, 0, 1, 0x61])
                        attack()
                    }
                default: break
                }
            }
        }
    }

    /// Takes the first packet, if all of it has come.
    private static func packet(_ waiting: inout [UInt8]) -> [UInt8]? {
        var (length, place) = (0, 1)
        while true {
            guard waiting.count > place else { return nil }
            length |= Int(waiting[place] & 0x7F) << (7 * (place - 1))
            place += 1
            if waiting[place - 1] & 0x80 == 0 { break }
        }
        guard waiting.count >= place + length else { return nil }
        defer { waiting.removeFirst(place + length) }
        // As if each length had one byte: nothing here looks further into a long one.
        return [waiting[0], 0] + waiting[place..<(place + length)]
    }
}
