import Foundation
import Linux
import Support
import WebSupport

@testable import Web

/// A server for tests: it answers by the path, and keeps streams and requests that are to wait.
@LoopActor
final class TestServer {
    let server: WebServer
    /// The port, where it listens at one.
    let port: UInt16
    /// The clock of its patience, which only tests lead.
    let pace = Pace.led()
    private let place: RawConnection.Place
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "web-\(UUID())").path
    private let box: Box

    private final class Box {
        var streams: [WebStream] = []
        var waiting: [WebExchange] = []
        var paths: [String] = []
        var gone = 0
    }

    /// Streams that were asked for.
    var streams: [WebStream] { box.streams }
    /// Requests that nobody has answered.
    var waiting: [WebExchange] { box.waiting }
    /// What was asked for, in its order.
    var paths: [String] { box.paths }
    /// Streams whose readers were said to be gone.
    var gone: Int { box.gone }

    /// A port of loopback, where whatever is sent may take a moment.
    nonisolated static let loopback = WebPlace.network(NetworkPlace(address: "127.0.0.1", port: 0))

    /// - Parameters:
    ///   - place: where it listens; a socket of its own by default, where whatever is sent is there at once.
    ///   - change: changes how long it waits for whom.
    init(
        at place: WebPlace? = nil, _ change: (inout WebPatience) -> Void = { _ in }
    ) throws {
        var patience = WebPatience()
        change(&patience)
        let box = Box()
        self.box = box
        server = WebServer(patience, pace: pace) { request, exchange in
            box.paths.append(request.path)
            exchange.holder = request.query["as"]
            switch request.path {
            case "/stream":
                guard let stream = exchange.stream(WebResponse(type: "text/plain")) else { return }
                stream.gone = { box.gone += 1 }
                box.streams.append(stream)
            case "/wait": box.waiting.append(exchange)
            case "/nobody": break
            case "/large": exchange.answer(WebResponse(type: "text/plain", Self.large))
            case "/picture":
                var response = WebResponse(type: "text/plain", Self.large)
                response.load = .picture
                exchange.answer(response)
            default: exchange.answer(WebResponse(type: "text/plain", Array(request.path.utf8)))
            }
        }
        let path = folder + "/web.sock"
        port = try server.listen(at: place ?? .socket(SocketPlace(path: path))) ?? 0
        self.place = place == nil ? .socket(path) : .port(port)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// More than a kernel keeps for somebody who does not read.
    nonisolated static let large = [UInt8](repeating: 0x61, count: 16 << 20)

    /// Connects.
    func connect(reading: Bool = true, buffer: Int? = nil) throws -> RawConnection {
        try RawConnection(to: place, reading: reading, buffer: buffer)
    }

    /// Answers all that waits.
    func answerWaiting() {
        for exchange in box.waiting {
            exchange.answer(WebResponse(type: "text/plain", Array("late".utf8)))
        }
        box.waiting = []
    }

    /// Forgets what waits, so that nobody answers it.
    func forgetWaiting() {
        box.waiting = []
    }
}
