package import Linux
package import Scenes

/// Main part of the drawing program: reads scenes as lines, draws the newest, and answers each.
@LoopActor
package final class Drawer {
    /// Exit status of the program.
    package enum Ending: Int32, Sendable {
        case finished = 0
        case failed = 1
    }

    private enum Phase {
        case idle
        /// An image is being shown.
        case busy
        /// The input has ended, and the last image is being finished.
        case finishing
        /// The program was asked to end.
        case stopping
    }

    private let job: DrawingJob
    private let pace: Pace
    private let reply: @LoopActor (DrawingReply) -> Void
    private let ended: @LoopActor (Ending) -> Void
    private var sink: (any FrameSink)?
    /// The framebuffer, if it is the destination.
    private var framebuffer: FramebufferSink?
    private var lines = SceneLines()
    private var waiting: (number: UInt64, scene: Scene)?
    private var phase = Phase.idle
    /// Required size of scenes, once it is known.
    private var size: SceneSize?
    private var colors: DrawingJob.Colors

    /// - Parameters:
    ///   - pace: the clock for the time limits of commands.
    ///   - reply: sends a reply.
    ///   - ended: called once at the end.
    package init(
        _ job: DrawingJob, pace: Pace = Pace(), reply: @escaping @LoopActor (DrawingReply) -> Void,
        ended: @escaping @LoopActor (Ending) -> Void
    ) {
        self.job = job
        self.pace = pace
        self.reply = reply
        self.ended = ended
        colors = job.possibleColors
    }

    /// Opens the destination and replies with the required size of scenes.
    package func begin() {
        let (format, colors) = (job.format, colors)
        let encode = { PictureEncoding.bytes(of: $0, format, colors) }
        switch job.output {
        case .file(let path, let mode):
            sink = FileSink(ReplacedFile(path, mode: mode), encode: encode)
        case .command(let command, let limit):
            sink = CommandSink(command, limit: limit, pace: pace, encode: encode)
        case .stream(let command, let limit):
            sink = StreamSink(command, limit: limit, pace: pace, encode: encode, for: self)
        case .framebuffer(let path):
            do throws(Errno) {
                framebuffer = try FramebufferSink(path)
                sink = framebuffer
            } catch {
                return fail(FrameFailure(.framebuffer, "\(error)"))
            }
        }
        do throws(FrameFailure) {
            reply(.ready(try look()))
        } catch {
            fail(error)
        }
    }

    private func fail(_ failure: FrameFailure) {
        lost(failure)
        ended(.failed)
    }

    func lost(_ failure: FrameFailure) {
        reply(.failed(nil, failure.trouble, failure.words))
    }

    /// Determines the present size of scenes.
    private func look() throws(FrameFailure) -> SceneSize {
        var real = job.size
        if let framebuffer {
            let geometry = try framebuffer.geometry.get()
            real = SceneSize(width: geometry.width, height: geometry.height)
            colors = geometry.colors == .colour ? job.colors : geometry.colors
        }
        guard var wanted = real else {
            throw FrameFailure(.framebuffer, "its size is not supported")
        }
        if job.rotation == .quarter || job.rotation == .threeQuarters { wanted = wanted.turned }
        size = wanted
        return wanted
    }

    /// Takes bytes of scene lines; an empty array is the end of the input.
    package func take(_ bytes: [UInt8]) {
        for line in lines.take(bytes) { take(line) }
        drawNext()
    }

    /// Takes the line of a scene; nil for a line that was too long.
    private func take(_ line: [UInt8]?) {
        guard let line else { return reply(.failed(nil, .scene, "")) }
        do throws(SceneError) {
            let next = try Scene.read(line)
            if let waiting { reply(.skipped(waiting.number)) }
            waiting = next
        } catch {
            reply(.failed(nil, .scene, ""))
        }
    }

    private func drawNext() {
        guard phase == .idle, let sink else { return }
        guard let next = waiting else {
            if lines.areOver { finish() }
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
            phase = .busy
            LoopActor.begin { [weak self] in
                let failure = await sink.show(picture)
                guard let self, phase == .busy else { return }
                phase = .idle
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
        do throws(SceneDrawing.OutOfMemory) {
            return try SceneDrawing.draw(scene, colors, font: job.font).picture
                .turned(job.rotation)
        } catch {
            throw FrameFailure(.memory, "")
        }
    }

    private func finish() {
        phase = .finishing
        LoopActor.begin { [self] in
            await sink?.finish()
            if phase == .finishing { end() }
        }
    }

    /// Ends without another image, after commands had time to end.
    package func stop() {
        guard phase != .stopping else { return }
        phase = .stopping
        LoopActor.begin { [self] in
            await sink?.stop()
            end()
        }
    }

    private func end() {
        sink = nil
        ended(.finished)
    }
}

extension DrawingJob {
    /// The colours, limited to those of the format.
    package var possibleColors: Colors {
        switch (format, colors, output) {
        case (_, _, .framebuffer): colors
        case (.pbm, _, _): .mono
        case (.pgm, .colour, _): .grey
        default: colors
        }
    }
}
