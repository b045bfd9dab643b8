internal import Linux
package import Scenes

/// What kept a picture from its display, without a word of content.
package struct FrameFailure: Hashable, Sendable {
    /// Which step failed.
    package let trouble: DrawingTrouble
    /// Why, in the words of the system or of the program that failed.
    package let words: String

    /// A failure of a step.
    package init(_ trouble: DrawingTrouble, _ words: String) {
        self.trouble = trouble
        self.words = words
    }
}

/// Where pictures go, one at a time.
@LoopActor
protocol FrameSink: AnyObject {
    /// Puts a picture there, and returns what kept it from it.
    func show(_ picture: Picture) async -> FrameFailure?

    /// Ends orderly, after the last picture.
    func finish() async

    /// Ends soon without a further picture, and returns when nothing is left behind.
    func stop() async
}

extension FrameSink {
    /// Each picture is there already.
    func finish() async {}

    /// Nothing is left behind.
    func stop() async {}
}

extension ChildProgram {
    /// How long a command has to end by itself once it has no more input, and how long when it is asked to.
    private nonisolated static let lastMoment: Duration = .milliseconds(500)
    private nonisolated static let grace: Duration = .seconds(4)

    /// Has a command end by itself, or asks it to, or ends it, each after some time of a clock.
    func endSoon(on pace: Pace) {
        closeInput()
        pace.after(Self.lastMoment) { self.terminate(within: Self.grace) }
    }
}

/// A file that is replaced with each picture.
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
