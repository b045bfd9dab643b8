import Board
import JSON
import Linux
import Notices
import Outlets
import Scenes
import Settings

/// A display of pixels.
struct ImagePlan: OutletPlan {
    static var family: OutletFamily { .display }
    static var section: Section { SettingsSections.image }

    let name: String
    let options: ImageOptions

    var isQuiet: Bool { options.board.isQuiet }

    var placeKey: KeyEntry {
        switch options.job.output {
        case .file: SettingsKeys.imageFile.entry
        case .command: SettingsKeys.imageCommand.entry
        case .stream: SettingsKeys.imageStream.entry
        case .framebuffer: SettingsKeys.framebuffer.entry
        }
    }

    /// Commands are not told: they may hold what is nobody's business.
    var whereabouts: String {
        switch options.job.output {
        case .file(let path, _), .framebuffer(let path): path
        case .command: "a command"
        case .stream: "a stream"
        }
    }

    /// The same command twice would be two programs on one display.
    var place: FilePlace? {
        switch options.job.output {
        case .file(let path, _), .framebuffer(let path): path.isEmpty ? nil : FilePlace(path)
        case .command(let words, _), .stream(let words, _): .nowhere("command " + words)
        }
    }

    init(_ section: SectionValues) {
        let output = section.imageOutputs.first?.output ?? .framebuffer("")
        let isFramebuffer = if case .framebuffer = output { true } else { false }
        let job = DrawingJob(
            size: isFramebuffer ? nil : section[SettingsKeys.imageSize],
            format: section[SettingsKeys.imageFormat], colors: section[SettingsKeys.imageColors],
            rotation: section[SettingsKeys.rotation], font: section[SettingsKeys.font],
            output: output)
        name = section.name ?? ""
        options = ImageOptions(
            board: BoardOptions(section), job: job,
            look: section[SettingsKeys.look].map(SceneLook.init),
            nightHours: section[SettingsKeys.night].map { Hours($0) },
            minInterval: section[SettingsKeys.minInterval],
            hasClock: section[SettingsKeys.hasClock])
    }

    static func problems(with section: SectionValues) -> [SettingsProblem] {
        problem(with: section).map { [$0] } ?? []
    }

    func make(in surroundings: OutletSurroundings) -> ImageOutlet {
        ImageOutlet(title, options: options, pace: surroundings.pace, tell: surroundings.tell)
    }

    func writeDetails(of outlet: ImageOutlet, to writer: inout JSONWriter) {
        writer.member("display", header)
        guard let size = outlet.size else { return }
        writer.member("width", size.width)
        writer.member("height", size.height)
    }

    /// What is wrong with its section that only all of it shows.
    private static func problem(with section: SectionValues) -> SettingsProblem? {
        let outputs = section.imageOutputs
        guard let output = outputs.first else {
            return section.problem(
                with: SettingsKeys.imageFile,
                "is missing, and so are command, stream and framebuffer: pictures go nowhere")
        }
        if outputs.count > 1 {
            return section.problem(
                with: outputs[1].key, "stands beside \(output.key.entry.name); only one can be")
        }
        if case .framebuffer = output.output {
            guard section.isGiven(SettingsKeys.imageSize) else { return nil }
            return section.problem(
                with: SettingsKeys.imageSize, "cannot be given: a framebuffer has its own")
        }
        guard !section.isGiven(SettingsKeys.imageSize) else { return nil }
        return section.problem(
            with: SettingsKeys.imageSize, "is missing; how many pixels does the display have?")
    }
}

extension SectionValues {
    /// Where pictures go, by the keys that say so; a right section has one of them.
    fileprivate var imageOutputs: [(key: Key<String?>, output: DrawingJob.Output)] {
        let limit = self[SettingsKeys.timeLimit]
        let mode = self[SettingsKeys.fileMode].bits
        let all: [(Key<String?>, DrawingJob.Output?)] = [
            (SettingsKeys.imageFile, self[SettingsKeys.imageFile].map { .file($0, mode: mode) }),
            (
                SettingsKeys.imageCommand,
                self[SettingsKeys.imageCommand].map { .command($0, limit: limit) }
            ),
            (
                SettingsKeys.imageStream,
                self[SettingsKeys.imageStream].map { .stream($0, limit: limit) }
            ),
            (SettingsKeys.framebuffer, self[SettingsKeys.framebuffer].map { .framebuffer($0) }),
        ]
        return all.compactMap { key, output in output.map { (key, $0) } }
    }
}

extension SceneLook {
    /// What a person chose.
    fileprivate init(_ look: ImageLook) {
        self = look == .light ? .light : .dark
    }
}
