package import Linux
package import Scenes

/// Draws scenes that come as lines: always the newest, and each is answered.
@LoopActor
package final class Drawer {
    /// How the program ends.
    package enum Ending: Int32, Sendable {
        case finished = 0
        case failed = 1
    }

    private let job: DrawingJob
    private let reply: @LoopActor (DrawingReply) -> Void
    private let ended: @LoopActor (Ending) -> Void
    private var sink: (any FrameSink)?
    /// The framebuffer, where that is where pictures go.
    private var framebuffer: FramebufferSink?
    private var line: [UInt8] = []
    private var isPassingOver = false
    private var waiting: (number: UInt64, scene: Scene)?
    private var isBusy = false
    private var hasNoMore = false
    private var isFinishing = false
    private var isStopping = false
    /// What scenes have to have, once that is known.
    private var size: SceneSize?
    private var colors: DrawingJob.Colors

    /// - Parameters:
    ///   - reply: takes what is said to whoever sends the scenes.
    ///   - ended: called when all is done, once.
    package init(
        _ job: DrawingJob, reply: @escaping @LoopActor (DrawingReply) -> Void,
        ended: @escaping @LoopActor (Ending) -> Void
    ) {
        self.job = job
        self.reply = reply
        self.ended = ended
        colors = job.possibleColors
    }

    /// Begins, and says of which size scenes have to be.
    package func begin() {
        let (format, colors) = (job.format, colors)
        let encode = { PictureEncoding.bytes(of: $0, format, colors) }
        switch job.output {
        case .file(let path, let mode):
            sink = FileSink(ReplacedFile(path, mode: mode), encode: encode)
        case .command(let command, let limit):
            sink = CommandSink(command, limit: limit, encode: encode)
        case .stream(let command, let limit):
            sink = StreamSink(command, limit: limit, encode: encode)
        case .framebuffer(let path):
            do throws(Errno) {
                framebuffer = try FramebufferSink(path)
                sink = framebuffer
            } catch {
                return fail(FrameFailure(.framebuffer, "\(error)"))
            }
        }
        sink?.lost = { [weak self] in self?.reply(.failed(nil, $0.trouble, $0.words)) }
        do throws(FrameFailure) {
            reply(.ready(try look()))
        } catch {
            fail(error)
        }
    }

    private func fail(_ failure: FrameFailure) {
        reply(.failed(nil, failure.trouble, failure.words))
        ended(.failed)
    }

    /// Looks of which size scenes have to be now.
    private func look() throws(FrameFailure) -> SceneSize {
        var real = job.size
        if let framebuffer {
            let geometry = try framebuffer.geometry.get()
            real = SceneSize(width: geometry.width, height: geometry.height)
            colors = geometry.colors == .colour ? job.colors : geometry.colors
        }
        guard var wanted = real else {
            throw FrameFailure(.framebuffer, "no picture has its size")
        }
        if job.rotation == .quarter || job.rotation == .threeQuarters { wanted = wanted.turned }
        size = wanted
        return wanted
    }

    /// Takes bytes of the scenes' lines; none are the end.
    package func take(_ bytes: [UInt8]) {
        for part in bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        ).enumerated() {
            if part.offset > 0 { endLine() }
            guard !isPassingOver else { continue }
            line += part.element
            if line.count > Scene.longestLine {
                isPassingOver = true
                line = []
            }
        }
        if bytes.isEmpty { hasNoMore = true }
        drawNext()
    }

    private func endLine() {
        defer {
            line.removeAll(keepingCapacity: true)
            isPassingOver = false
        }
        if isPassingOver { return reply(.failed(nil, .scene, "")) }
        do throws(SceneError) {
            let next = try Scene.read(line)
            if let waiting { reply(.skipped(waiting.number)) }
            waiting = next
        } catch {
            reply(.failed(nil, .scene, ""))
        }
    }

    private func drawNext() {
        guard !isBusy, !isFinishing, let sink else { return }
        guard let next = waiting else {
            if hasNoMore { finish() }
            return
        }
        waiting = nil
        do throws(FrameFailure) {
            let oldSize = size
            let newSize = try look()
            if newSize != oldSize {
                reply(.skipped(next.number))
                reply(.ready(newSize))
                return drawNext()
            }
            let picture = try draw(next.scene)
            isBusy = true
            sink.show(picture) { [weak self] failure in
                guard let self else { return }
                isBusy = false
                if let failure {
                    reply(.failed(next.number, failure.trouble, failure.words))
                } else {
                    reply(.shown(next.number))
                }
                drawNext()
            }
        } catch {
            reply(.failed(next.number, error.trouble, error.words))
            drawNext()
        }
    }

    private func draw(_ scene: Scene) throws(FrameFailure) -> Picture {
        guard scene.size == size else { throw FrameFailure(.scene, "") }
        do throws(SceneDrawing.NoRoom) {
            return try SceneDrawing.draw(scene, colors, font: job.font).picture
                .turned(job.rotation)
        } catch {
            throw FrameFailure(.memory, "")
        }
    }

    private func finish() {
        isFinishing = true
        sink?.finish { [self] in
            sink = nil
            ended(.finished)
        }
    }

    /// Ends without a further picture, once commands had their time to end.
    package func stop() {
        guard !isStopping else { return }
        (isStopping, isFinishing) = (true, true)
        guard let sink else { return ended(.finished) }
        sink.stop { [self] in
            self.sink = nil
            ended(.finished)
        }
    }
}

extension DrawingJob {
    /// No more colours than the format has.
    package var possibleColors: Colors {
        switch (format, colors, output) {
        case (_, _, .framebuffer): colors
        case (.pbm, _, _): .mono
        case (.pgm, .colour, _): .grey
        default: colors
        }
    }
}
