import ContractSupport
package import Control
import Formats
import Foundation
import JSON
package import Linux
package import Notices
import Outlets
import Waiting

/// A bridge of which there is nothing but the control socket.
@LoopActor
package final class BridgeStandIn: ControlDelegate {
    /// What holds: what a follower is told first.
    package var held: [BridgeEvent] = []
    /// Why acts are refused; they are done where there is no reason.
    package var refusal: ControlRefusal?
    /// The phones that are paired, by name and short name; nil where nobody knows.
    package var paired: [(name: String, id: String)]?
    /// How many notices its history has, and how many wait for a centre; it keeps none where this is nil.
    package var sizes: (notices: Int, unsent: Int)?
    /// Whether what holds is told to its end at once.
    package var endsBoards = true
    /// Whether it answers to anything but a new follower.
    package var answers = true
    /// All that it was asked for.
    package private(set) var requests: [any ControlRequest] = []
    /// Where its socket is.
    package let path: String
    /// A folder of its own, which goes with it.
    package let folder: String
    private var texts = 0
    private var open: [ControlExchange] = []
    private var server: ControlServer?
    private var format = OutputFormat.json.make()

    /// A bridge that listens.
    package init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "b-\(UUID())").path
        path = folder + "/s"
        try start()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// How often all that holds was asked for.
    package var tails: Int { all(TailRequest.self).count }

    /// The requests to do something to a notice.
    package var acts: [ActRequest] { all() }
    package var mediaCommands: [MediaRequest] { all() }

    /// What a program beside it last told of itself.
    package var addOn: AddOnRequest? { all(AddOnRequest.self).last }

    /// The requests of one kind, in their order.
    package func all<Request: ControlRequest>(_: Request.Type = Request.self) -> [Request] {
        requests.compactMap { $0 as? Request }
    }

    /// Listens, perhaps once more.
    package func start() throws {
        server = try ControlServer(
            on: ListeningSocket(at: SocketPlace(path: path)), path: path,
            version: "0.1.0",
            router: ControlRouter { [weak self] in self?.handle($0, $1) }, delegate: self,
            clientLimit: 8, reserve: 0)
    }

    /// Says goodbye, and listens no more.
    package func stop() async {
        await withCheckedContinuation { done in
            guard let server else { return done.resume() }
            server.finish(within: Patience.limit) { done.resume() }
        }
        server = nil
    }

    /// Listens no more, without a word.
    package func vanish() {
        server = nil
    }

    /// Tells followers of an event.
    package func publish(_ event: BridgeEvent) {
        server?.publish(ControlTags()) { format.lines(for: event, columns: nil) }
    }

    /// Tells that all that holds was told.
    package func endBoard() {
        server?.publish(ControlTags()) { ControlLines.caughtUp(at: WallTime.now.timestamp) }
    }

    /// Tells followers a line, whatever it says.
    package func publish(line: String) {
        server?.publish(ControlTags()) { Array((line + "\n").utf8) }
    }

    package func refusal(of peer: PeerCredentials, _ right: ControlRight) -> ControlRefusal? { nil }

    package func standing(of peer: PeerCredentials) -> ControlStanding { .owner }

    private func handle(_ request: any ControlRequest, _ exchange: ControlExchange) {
        requests.append(request)
        switch request {
        case let tail as TailRequest:
            exchange.follow(
                recent: held.map { exchange.share(format.lines(for: $0, columns: nil)) },
                upTo: tail.board && endsBoards
                    ? ControlLines.caughtUp(at: WallTime.now.timestamp) : nil
            ) { _ in true }
        case _ where !answers: open.append(exchange)
        case is ActRequest, is MediaRequest:
            if let refusal { return exchange.refuse(refusal) }
            exchange.done {
                $0.member("title", "Rhubarb")
                $0.member("phone", "Mara's iPhone")
            }
        case let show as ShowRequest where show.text != nil:
            texts += 1
            exchange.done { $0.member("id", "text\(texts)") }
        case is StatisticsRequest where sizes == nil:
            exchange.refuse(ControlRefusal(.notFound, "no history is kept"))
        case is StatisticsRequest:
            exchange.done { writer in
                writer.object("sizes") { writer in
                    writer.member("notices", sizes?.notices ?? 0)
                    writer.member("unsent", sizes?.unsent ?? 0)
                }
            }
        case is PhonesRequest:
            guard let paired else {
                return exchange.refuse(ControlRefusal(.failed, "nobody knows who is paired"))
            }
            exchange.done { writer in
                writer.objects("phones", paired) { writer, phone in
                    writer.member("name", phone.name)
                    writer.member("phone_id", phone.id)
                }
            }
        default: exchange.done()
        }
    }
}
