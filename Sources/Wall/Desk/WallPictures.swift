import Board
import Image
import Linux
import Scenes
import Web

/// Pictures of the board for displays that fetch one now and then, by the program that draws.
@LoopActor
final class WallPictures {
    /// Pictures that are wanted and not drawn yet; a further one is refused.
    private nonisolated static let limit = 8
    /// How long a picture may take: fonts may have to be looked through first.
    private nonisolated static let patience: Duration = .seconds(30)
    /// Pictures that are kept for others who want the same.
    private nonisolated static let kept = 4
    /// Bytes of those, the newest always among them.
    private nonisolated static let keptBytes = 16 * 1_024 * 1_024
    /// Pixels of a picture at most.
    private nonisolated static let pixels = 3840 * 2160
    /// The same for one whose bytes are its pixels.
    private nonisolated static let rawPixels = 1920 * 1080
    /// Bytes of a picture at most.
    private nonisolated static let bytes = 8 * 1_024 * 1_024
    private nonisolated static let grace: Duration = .seconds(2)

    /// What is wanted, as the query has it.
    struct Wish: Hashable, Sendable {
        let job: DrawingJob
        let look: SceneLook
        let hasClock: Bool

        /// Reads a query; throws what would be right.
        init(_ query: [String: String], into path: String) throws(WishMistake) {
            guard let size = query["size"].flatMap(SceneSize.init),
                size.width * size.height <= WallPictures.pixels
            else { throw WishMistake("size is WIDTHxHEIGHT in pixels, such as 800x480") }
            let format = query["format"].map(DrawingJob.Format.init(rawValue:)) ?? .png
            guard let format else { throw WishMistake("format is png, pbm, pgm or ppm") }
            guard format == .png || size.width * size.height <= WallPictures.rawPixels else {
                throw WishMistake("size is at most that of 1920x1080, unless format is png")
            }
            let colours = query["colours"].map(DrawingJob.Colors.init(rawValue:)) ?? .colour
            guard let colours else { throw WishMistake("colours is mono, grey or colour") }
            let rotation =
                query["rotate"].map { Int($0).flatMap(DrawingJob.Rotation.init(rawValue:)) }
                ?? DrawingJob.Rotation.none
            guard let rotation else { throw WishMistake("rotate is 0, 90, 180 or 270") }
            let look = query["look"].map(SceneLook.init(rawValue:)) ?? .light
            guard let look else { throw WishMistake("look is light, dark or night") }
            guard ["yes", "no", nil].contains(query["clock"]) else {
                throw WishMistake("clock is yes or no")
            }
            job = DrawingJob(
                size: size, format: format, colors: colours, rotation: rotation,
                output: .file(path, mode: 0o600))
            (self.look, hasClock) = (look, query["clock"] == "yes")
        }
    }

    /// Why a wish is none.
    struct WishMistake: Error {
        let sentence: String

        init(_ sentence: String) {
            self.sentence = sentence
        }
    }

    private struct Order {
        let wish: Wish
        let scene: Scene
        let request: WebRequest
        let exchange: WebExchange
    }

    private struct Drawn {
        let wish: Wish
        let scene: Scene
        let bytes: [UInt8]
        /// By which whoever has it knows it again; made once, since a large picture has many bytes.
        let tag: String

        init(wish: Wish, scene: Scene, bytes: [UInt8]) {
            (self.wish, self.scene, self.bytes) = (wish, scene, bytes)
            // FNV-1a: it guards nothing, and digests of secrets take a hundred times as long.
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
    private var orders: [Order] = []
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

    /// Answers with a picture of a board.
    func answer(_ request: WebRequest, _ exchange: WebExchange, _ board: DayBoard) {
        let wish: Wish
        do throws(WishMistake) {
            wish = try Wish(request.query, into: path)
        } catch {
            return exchange.answer(WebResponse(.badRequest, error.sentence))
        }
        guard let size = wish.job.sceneSize else { return }
        let scene = ImageLayout(size: size, hasClock: wish.hasClock)
            .scene(of: board, at: WallTime.now, look: wish.look)
        if let known = drawn.first(where: { $0.wish == wish && $0.scene == scene }) {
            return send(known, to: exchange, request)
        }
        guard orders.count < Self.limit else {
            return exchange.answer(
                WebResponse(.unavailable, "\(Self.limit) other pictures are being drawn")
                    .with("Retry-After", "5"))
        }
        orders.append(Order(wish: wish, scene: scene, request: request, exchange: exchange))
        if child == nil { draw() }
    }

    private func draw() {
        guard let order = orders.first else { return }
        do throws(Errno) {
            let child = try ChildProgram([program] + order.wish.job.arguments, isRead: true) {
                [weak self] report in
                if case .ended(let ending) = report { self?.finish(ending) }
            }
            self.child = child
            child.write(order.scene.line(number: 1))
            child.closeInput()
            deadline.set(after: Self.patience) { [weak self] in
                self?.child?.terminate(within: Self.grace)
            }
        } catch {
            finish(.unknown)
        }
    }

    private func finish(_ ending: ChildProgram.Ending) {
        deadline.cancel()
        child = nil
        let order = orders.removeFirst()
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
        exchange.answer(
            WebResponse(type: picture.wish.job.format.type, picture.bytes, fields: fields))
    }
}

extension DrawingJob {
    /// The size that scenes have to have for it.
    fileprivate var sceneSize: SceneSize? {
        rotation == .quarter || rotation == .threeQuarters ? size?.turned : size
    }
}

extension DrawingJob.Format {
    /// As browsers know it.
    fileprivate var type: String {
        switch self {
        case .png: "image/png"
        case .pbm: "image/x-portable-bitmap"
        case .pgm: "image/x-portable-graymap"
        case .ppm: "image/x-portable-pixmap"
        }
    }
}
