internal import Linux
package import Scenes

/// Failure to show an image, without any text of the image.
package struct FrameFailure: Hashable, Sendable {
    /// The step that failed.
    package let trouble: DrawingTrouble
    /// Message of the system or of the failed program.
    package let words: String

    package init(_ trouble: DrawingTrouble, _ words: String) {
        self.trouble = trouble
        self.words = words
    }
}

/// Destination of images, which takes one at a time.
@LoopActor
protocol FrameSink: AnyObject {
    /// Shows an image and returns the failure, if any.
    func show(_ picture: Picture) async -> FrameFailure?

    /// Lets the destination finish the last image, and returns when it has.
    func finish() async

    /// Ends soon without another image, and returns when everything is cleaned up.
    func stop() async
}

extension FrameSink {
    func finish() async {}

    func stop() async {}
}

extension ChildProgram {
    /// Time for a command to end after the end of its input.
    private nonisolated static let lastMoment: Duration = .milliseconds(500)
    /// Time for a command to end after the request to end.
    private nonisolated static let grace: Duration = .seconds(4)

    /// Closes the input of a command, asks it to end after a while, and finally kills it.
    func endSoon(on pace: Pace) {
        closeInput()
        pace.after(Self.lastMoment) { self.terminate(within: Self.grace) }
    }
}

/// File that is replaced with each image.
@LoopActor
final class FileSink: FrameSink {
    private let file: ReplacedFile
    private let encode: (Picture) -> [UInt8]?

    init(_ file: ReplacedFile, encode: @escaping (Picture) -> [UInt8]?) {
        self.file = file
        self.encode = encode
    }

    func show(_ picture: Picture) async -> FrameFailure? {
        guard let bytes = encode(picture) else { return FrameFailure(.memory, "") }
        do throws(Errno) {
            try file.write(bytes)
            return nil
        } catch {
            return FrameFailure(.file, "\(error)")
        }
    }
}
