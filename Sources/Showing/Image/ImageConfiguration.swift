import Board
package import Contract
package import Linux
import Notices
package import Outlets
import Scenes
package import Settings

/// A display of pixels.
package struct ImageConfiguration: OutletConfiguration {
    /// It is a display.
    package static var family: OutletFamily { .display }
    /// The sections `[image NAME]`.
    package static var section: Section { ImageKeys.section }

    /// The name in its section's header.
    package let name: String
    /// What is drawn, and where it goes.
    package let options: ImageOptions

    /// Whether quiet hours hold now.
    package var isQuiet: Bool { options.board.isQuiet }

    /// The key that names the file, the command, the stream or the framebuffer.
    package var placeKey: KeyEntry {
        switch options.job.output {
        case .file: ImageKeys.file.entry
        case .command: ImageKeys.command.entry
        case .stream: ImageKeys.stream.entry
        case .framebuffer: ImageKeys.framebuffer.entry
        }
    }

    /// Commands are not told: they may hold what is nobody's business.
    package var whereabouts: String {
        switch options.job.output {
        case .file(let path, _), .framebuffer(let path): path
        case .command: "a command"
        case .stream: "a stream"
        }
    }

    /// The same command twice would be two programs on one display.
    package var place: FilePlace? {
        switch options.job.output {
        case .file(let path, _), .framebuffer(let path): path.isEmpty ? nil : FilePlace(path)
        case .command(let words, _), .stream(let words, _): .nowhere("command " + words)
        }
    }

    /// Takes a section whose values are right.
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

    /// That pictures go nowhere, to two places, or have no size.
    package static func problems(with section: SectionValues) -> [SettingsProblem] {
        problem(with: section).map { [$0] } ?? []
    }

    /// Makes the outlet, which starts the program that draws once it is opened.
    package func make(in surroundings: OutletSurroundings) -> any Outlet {
        ImageOutlet(title, options: options, pace: surroundings.pace, tell: surroundings.tell)
    }

    /// Tells its section, and the size of its pictures while that is known.
    package func tell(of outlet: ImageOutlet, in status: inout StatusOutlet) {
        status.display = header
        status.width = outlet.size?.width
        status.height = outlet.size?.height
    }

    /// What is wrong with its section that only all of it shows.
    private static func problem(with section: SectionValues) -> SettingsProblem? {
        let outputs = section.imageOutputs
        guard let output = outputs.first else {
            return section.problem(
                with: ImageKeys.file,
                "is missing, and so are command, stream and framebuffer: pictures go nowhere")
        }
        if outputs.count > 1 {
            return section.problem(
                with: outputs[1].key, "stands beside \(output.key.entry.name); only one can be")
        }
        if case .framebuffer = output.output {
            guard section.isGiven(ImageKeys.size) else { return nil }
            return section.problem(
                with: ImageKeys.size, "cannot be given: a framebuffer has its own")
        }
        guard !section.isGiven(ImageKeys.size) else { return nil }
        return section.problem(
            with: ImageKeys.size, "is missing; how many pixels does the display have?")
    }
}

extension SectionValues {
    /// Where pictures go, by the keys that say so; a right section has one of them.
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
    /// What a person chose.
    fileprivate init(_ look: ImageTheme) {
        self = look == .light ? .light : .dark
    }
}
