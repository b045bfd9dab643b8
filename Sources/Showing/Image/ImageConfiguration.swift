import Board
package import Control
package import Linux
import Notices
package import Outlets
import Scenes
package import Settings

/// Configuration of an image display.
package struct ImageConfiguration: OutletConfiguration {
    package static var family: OutletFamily { .display }
    package static var section: Section { ImageKeys.section }

    /// Name in the section header.
    package let name: String
    package let options: ImageOptions

    /// Whether quiet hours are in effect now.
    package var isQuiet: Bool { options.board.isQuiet }

    /// The key that sets the file, the command, the stream or the framebuffer.
    package var placeKey: KeyEntry {
        switch options.job.output {
        case .file: ImageKeys.file.entry
        case .command: ImageKeys.command.entry
        case .stream: ImageKeys.stream.entry
        case .framebuffer: ImageKeys.framebuffer.entry
        }
    }

    /// Path of the file or framebuffer.
    ///
    /// Commands are not shown, because they may contain secrets.
    package var whereabouts: String {
        switch options.job.output {
        case .file(let path, _), .framebuffer(let path): path
        case .command: "a command"
        case .stream: "a stream"
        }
    }

    /// Exclusive resource: the same command twice would be two programs on one display.
    package var place: FilePlace? {
        switch options.job.output {
        case .file(let path, _), .framebuffer(let path): path.isEmpty ? nil : FilePlace(path)
        case .command(let words, _), .stream(let words, _): .nowhere("command " + words)
        }
    }

    package init(_ section: SectionValues) {
        let output = section.imageOutputs.first?.output ?? .framebuffer("")
        let isFramebuffer = if case .framebuffer = output { true } else { false }
        let job = DrawingJob(
            size: isFramebuffer ? nil : section[ImageKeys.size],
            format: section[ImageKeys.format], colors: section[ImageKeys.colors],
            rotation: section[ImageKeys.rotation], font: section[ImageKeys.font],
            output: output)
        name = section.name ?? ""
        options = ImageOptions(
            board: BoardOptions(section), job: job,
            look: section[ImageKeys.look].map(SceneTheme.init),
            nightHours: section[DisplayKeys.night].map { Hours($0) },
            minInterval: section[ImageKeys.minInterval],
            hasClock: section[ImageKeys.hasClock])
    }

    /// Returns a problem if the destination or the size is missing, if there are two destinations,
    /// or if a framebuffer has a size.
    package static func problems(with section: SectionValues) -> [SettingsProblem] {
        problem(with: section).map { [$0] } ?? []
    }

    /// Creates the output, which starts the drawing program once it is opened.
    package func make(in surroundings: OutletSurroundings) -> any Outlet {
        ImageOutlet(title, options: options, pace: surroundings.pace, tell: surroundings.tell)
    }

    /// Adds the section and the size of images, if known, to the status.
    package func tell(of outlet: ImageOutlet, in status: inout StatusOutlet) {
        status.display = header
        status.width = outlet.size?.width
        status.height = outlet.size?.height
    }

    /// Returns the first problem that involves more than one key.
    private static func problem(with section: SectionValues) -> SettingsProblem? {
        let outputs = section.imageOutputs
        guard let output = outputs.first else {
            return section.problem(
                with: ImageKeys.file,
                "is missing: one of file, command, stream and framebuffer is required")
        }
        if outputs.count > 1 {
            return section.problem(
                with: outputs[1].key, "cannot be combined with \(output.key.entry.name)")
        }
        if case .framebuffer = output.output {
            guard section.isGiven(ImageKeys.size) else { return nil }
            return section.problem(
                with: ImageKeys.size, "cannot be set: a framebuffer has its own")
        }
        guard !section.isGiven(ImageKeys.size) else { return nil }
        return section.problem(
            with: ImageKeys.size, "is missing: the size of the display in pixels, such as 800x480")
    }
}

extension SectionValues {
    /// Destinations of images with their keys; a valid section has exactly one.
    fileprivate var imageOutputs: [(key: Key<String?>, output: DrawingJob.Output)] {
        let limit = self[ImageKeys.limit]
        let mode = self[ImageKeys.mode].bits
        let all: [(Key<String?>, DrawingJob.Output?)] = [
            (ImageKeys.file, self[ImageKeys.file].map { .file($0, mode: mode) }),
            (
                ImageKeys.command,
                self[ImageKeys.command].map { .command($0, limit: limit) }
            ),
            (
                ImageKeys.stream,
                self[ImageKeys.stream].map { .stream($0, limit: limit) }
            ),
            (ImageKeys.framebuffer, self[ImageKeys.framebuffer].map { .framebuffer($0) }),
        ]
        return all.compactMap { key, output in output.map { (key, $0) } }
    }
}

extension SceneTheme {
    fileprivate init(_ look: ImageTheme) {
        self = look == .light ? .light : .dark
    }
}
