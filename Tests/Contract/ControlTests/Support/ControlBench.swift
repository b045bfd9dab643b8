import ContractSupport
import Control
import Foundation
import JSON
import Linux
import Support
import Testing
import Waiting

/// A server on a socket in a folder of its own, and the clients that a test connects to it.
@LoopActor
final class ControlBench: ControlDelegate {
    static let version = "0.1.0"
    let path: String
    private let folder: String
    var server: ControlServer?
    /// What the server was asked and has not answered yet, where `answersAtOnce` is false.
    private(set) var open: [(request: any ControlRequest, exchange: ControlExchange)] = []
    private(set) var requests: [any ControlRequest] = []
    var answersAtOnce = true
    /// Where these are set, everybody who comes is taken for a stranger.
    var strangers: ControlRights?
    /// What place everybody has who comes.
    var standing = ControlStanding.owner
    /// What `tail` sends first.
    var recent: [[UInt8]] = []
    /// The same for all who come, where that is set.
    var board: [SharedBytes]?
    /// Bytes of an answer to `history`, which is another one each time.
    var answerSize = 0

    init(
        clientLimit: Int = ControlLimits.clients, reserve: Int = 0,
        allWaiting: Int = ControlLimits.allWaiting, parting: Duration = ControlLimits.parting
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "c-\(UUID())").path
        path = folder + "/control.sock"
        server = try ControlServer(
            on: ListeningSocket(at: SocketPlace(path: path)), path: path, version: Self.version,
            router: ControlRouter { [weak self] in self?.handle($0, $1) }, delegate: self,
            clientLimit: clientLimit, reserve: reserve, allWaiting: allWaiting,
            parting: parting)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func refusal(of peer: PeerCredentials, _ right: ControlRight) -> ControlRefusal? {
        let stranger = PeerCredentials(
            process: 1, user: 1000, group: 1000, supplementaryGroups: [])
        return strangers?.refusal(of: stranger, right) ?? nil
    }

    func standing(of peer: PeerCredentials) -> ControlStanding {
        standing
    }

    private func handle(_ request: any ControlRequest, _ exchange: ControlExchange) {
        requests.append(request)
        switch request {
        case let tail as TailRequest:
            let filter = ControlFilter(tail)
            exchange.follow(recent: board ?? recent.map(exchange.share)) { filter.wants($0) }
        case _ where !answersAtOnce: open.append((request, exchange))
        case is StatusRequest: exchange.done { $0.member("phones", 1) }
        case is HistoryRequest:
            let text = String(repeating: "x", count: answerSize) + "\(requests.count)"
            exchange.doneAtLength(written: exchange.share(Array("\"text\":\"\(text)\"".utf8)))
        case is ActRequest: exchange.refuse(ControlRefusal(.notFound, "no call rings"))
        case is ForgetRequest, is TestPortRequest, is TestDisplaysRequest: break
        default: exchange.done()
        }
    }

    /// Whether the server was asked for just these, in this order.
    func asks(_ wanted: any ControlRequest...) -> Bool {
        requests.count == wanted.count
            && zip(requests, wanted).allSatisfy { $0.isSame(as: $1) }
    }

    /// Forgets what was asked, without an answer.
    func dropOpenRequests() {
        open = []
    }

    func connect() throws -> RawClient {
        try RawClient(path)
    }

    func finish(within limit: Duration = Patience.limit) async {
        await withCheckedContinuation { done in
            guard let server else { return done.resume() }
            server.finish(within: limit) { done.resume() }
        }
    }

    /// The line of an event, and what it is about.
    func publish(_ number: Int, padding: Int = 0, _ tags: ControlTags = ControlTags()) {
        let text = String(repeating: "x", count: padding)
        server?.publish(tags) {
            Array("{\"v\":1,\"event\":\"added\",\"uid\":\(number),\"x\":\"\(text)\"}\n".utf8)
        }
    }

    static func descriptors() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }
}
