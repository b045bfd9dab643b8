import BrokerSupport
import Linux
import ServingSupport

/// As many readers of a mosquitto over its websockets, which are what it has for browsers.
@LoopActor
final class BrokerPages {
    let broker: RealBroker
    let webPort: Int
    private(set) var pages: [Page] = []
    private let publisher: Page

    init() throws {
        webPort = try Loopback.freePort()
        var manner = RealBroker.Manner()
        manner.lines = [
            "max_queued_messages 0", "set_tcp_nodelay true", "listener \(webPort) 127.0.0.1",
            "protocol websockets",
        ]
        broker = try RealBroker(manner)
        publisher = try Page(broker.port, Self.connect("publisher"))
    }

    /// What the broker has cost so far.
    var figures: ProcessFigures {
        get throws {
            guard let figures = broker.process.flatMap({ ProcessFigures(of: $0) }) else {
                throw Stage.Failure(description: "the broker is gone: \(broker.log)")
            }
            return figures
        }
    }

    /// Has so many readers.
    func open(_ count: Int) async throws {
        let upgrade = Array(
            ("GET /mqtt HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Protocol: mqtt\r\n\r\n").utf8)
        try await Stage.wait("websockets", broker.log) { [webPort] in
            Loopback.listens(at: webPort)
        }
        // It looks at its websockets so seldom that many have to come at a time.
        for start in stride(from: 0, to: count, by: 100) {
            let more = try (start..<min(count, start + 100)).map { _ in try Page(webPort, upgrade) }
            try await Stage.wait("websockets", broker.log) {
                more.allSatisfy(\.hasBegun)
            }
            var granted = 0
            for (number, page) in more.enumerated() {
                // The answer to a subscription.
                page.wait(for: [0x90, 0x03, 0x00, 0x01]) { granted += 1 }
                page.send(Self.framed(Self.connect("page-\(start + number)")))
                page.send(Self.framed(Self.subscribe))
            }
            try await Stage.wait("subscriptions", broker.log) {
                granted == more.count
            }
            pages += more
        }
    }

    /// Tells all of them.
    func publish(_ payload: [UInt8]) {
        let topic = Array("wall".utf8)
        let rest = [0, UInt8(topic.count)] + topic + payload
        publisher.send([0x30] + Self.length(rest.count) + rest)
    }

    private static func connect(_ name: String) -> [UInt8] {
        let id = Array(name.utf8)
        let rest: [UInt8] =
            [0, 4] + Array("MQTT".utf8) + [
                4, 2, 0, 0, UInt8(id.count >> 8), UInt8(id.count & 0xFF),
            ]
            + id
        return [0x10] + length(rest.count) + rest
    }

    private static let subscribe: [UInt8] =
        [0x82, 0x09, 0x00, 0x01, 0x00, 0x04] + Array("wall".utf8) + [0x00]

    private static func length(_ count: Int) -> [UInt8] {
        var (rest, bytes): (Int, [UInt8]) = (count, [])
        repeat {
            bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return bytes
    }

    /// A message of a websocket, masked with nothing.
    private static func framed(_ bytes: [UInt8]) -> [UInt8] {
        [0x82, 0x80 | UInt8(bytes.count), 0, 0, 0, 0] + bytes
    }
}
