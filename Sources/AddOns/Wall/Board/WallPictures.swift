import Board
import Image
import Linux
import Scenes
import Web

/// Images of the board for displays that fetch one from time to time, drawn by another program.
@LoopActor
final class WallPictures {
    /// Time limit for an image: fonts may have to be searched first.
    private nonisolated static let patience: Duration = .seconds(30)
    /// Number of cached images.
    private nonisolated static let kept = 4
    /// Maximum bytes of all cached images, of which the newest are kept.
    private nonisolated static let keptBytes = 16 * 1_024 * 1_024
    /// Maximum bytes of an image.
    private nonisolated static let bytes = 8 * 1_024 * 1_024
    private nonisolated static let grace: Duration = .seconds(2)

    private struct Order {
        let wish: PictureQuery
        let scene: Scene
        let request: WebRequest
        let exchange: WebExchange
    }

    private struct Drawn {
        let wish: PictureQuery
        let scene: Scene
        let bytes: [UInt8]
        /// ETag, computed once since an image may be large.
        let tag: String

        init(wish: PictureQuery, scene: Scene, bytes: [UInt8]) {
            (self.wish, self.scene, self.bytes) = (wish, scene, bytes)
            // FNV-1a: no secret is protected, and a cryptographic digest takes a hundred times as
            // long.
            let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
                ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
            }
            tag = "\"\(String(hash, radix: 16))-\(bytes.count)\""
        }
    }

    private let program: String
    private let folder: String
    private let name: String
    private var path: String { "\(folder)/\(name)" }
    private var queue = PictureQueue<Order>()
    /// The order being drawn.
    private var order: Order?
    private var drawn: [Drawn] = []
    private var child: ChildProgram?
    private let deadline = Alarm()

    init(program: String = ImageOutlet.usualProgram) {
        self.program = program
        let folders = [
            Environment.value("RUNTIME_DIRECTORY"), Environment.value("XDG_RUNTIME_DIR"),
        ]
        let folder = folders.compactMap(\.self).first { $0.hasPrefix("/") } ?? "/tmp"
        self.folder = String(folder.prefix { $0 != ":" })
        name = "callboard-wall-\(TokenStore.secret()).picture"
    }

    isolated deinit {
        child?.killAtOnce()
        try? StateFolder(existing: folder).remove(name)
    }

    /// Answers with an image of a board.
    ///
    /// - Parameter holder: digest of the token, for fair turns; nil for all clients without one.
    func answer(
        _ request: WebRequest, _ exchange: WebExchange, _ board: DayBoard, for holder: String?
    ) {
        let wish: PictureQuery
        do throws(PictureQuery.Mistake) {
            wish = try PictureQuery(request.query, into: path, isStranger: holder == nil)
        } catch {
            return exchange.answer(WebResponse(.badRequest, error.sentence))
        }
        guard let size = wish.job.sceneSize else { return }
        let scene = ImageLayout(size: size, hasClock: wish.hasClock)
            .scene(of: board, at: WallTime.now, look: wish.look)
        if let known = known(wish, scene) { return send(known, to: exchange, request) }
        let order = Order(wish: wish, scene: scene, request: request, exchange: exchange)
        exchange.gone = { [weak self, weak exchange] in
            if let exchange { self?.forget(exchange) }
        }
        for refused in queue.add(order, of: holder) { refuse(refused) }
        if child == nil { draw() }
    }

    private func known(_ wish: PictureQuery, _ scene: Scene) -> Drawn? {
        drawn.first { $0.wish == wish && $0.scene == scene }
    }

    private func refuse(_ order: Order) {
        order.exchange.answer(
            WebResponse(.unavailable, "other pictures are being drawn").with("Retry-After", "5"))
    }

    /// Cancels the image of a client that is gone.
    private func forget(_ exchange: WebExchange) {
        queue.remove { $0.exchange === exchange }
        if order?.exchange === exchange { child?.killAtOnce() }
    }

    private func draw() {
        while let next = queue.next() {
            guard next.exchange.isOpen else { continue }
            // The same image may have been drawn in the meantime.
            if let known = known(next.wish, next.scene) {
                send(known, to: next.exchange, next.request)
                continue
            }
            order = next
            return begin(next)
        }
    }

    private func begin(_ order: Order) {
        do throws(Errno) {
            let child = try ChildProgram([program] + order.wish.job.arguments, isRead: true) {
                [weak self] report in
                if case .ended(let ending) = report { self?.finish(ending) }
            }
            self.child = child
            child.write(order.scene.line(number: 1))
            child.closeInput()
            deadline.set(after: Self.patience, for: self) {
                $0.child?.terminate(within: Self.grace)
            }
        } catch {
            finish(.unknown)
        }
    }

    private func finish(_ ending: ChildProgram.Ending) {
        deadline.cancel()
        child = nil
        guard let order else { return }
        self.order = nil
        let place = try? StateFolder(existing: folder)
        let bytes = try? place?.read(name, upTo: Self.bytes)
        try? place?.remove(name)
        if ending == .exited(0), let bytes, !bytes.isEmpty {
            let picture = Drawn(wish: order.wish, scene: order.scene, bytes: bytes)
            drawn.insert(picture, at: 0)
            var room = Self.keptBytes
            drawn = Array(
                drawn.prefix(Self.kept).prefix { each in
                    room -= each.bytes.count
                    return room >= 0
                })
            send(picture, to: order.exchange, order.request)
        } else {
            order.exchange.answer(WebResponse(.failed, "the picture could not be drawn"))
        }
        draw()
    }

    private func send(_ picture: Drawn, to exchange: WebExchange, _ request: WebRequest) {
        let fields = [
            WebResponse.Field("ETag", picture.tag),
            WebResponse.Field("Cache-Control", "no-cache, private"),
        ]
        if request[field: "if-none-match"]?.contains(picture.tag) == true {
            return exchange.answer(WebResponse(.notModified, fields: fields))
        }
        var response = WebResponse(
            type: picture.wish.job.format.type, picture.bytes, fields: fields)
        response.load = .picture
        exchange.answer(response)
    }
}
