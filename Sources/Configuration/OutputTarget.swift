package import Arguments
package import Formats
package import Linux
package import Notices

/// A format, and the file that notices go to in it; without a file, standard output.
package struct OutputTarget: Hashable, Sendable {
    /// The word for no output at all.
    package static let none = "null"

    /// The format in which notices are written.
    package var format: OutputFormat
    /// The file's path; nil for standard output.
    package var file: String?
    /// How a person wants the lines; nil where the format says.
    package var templates: Templates?
    /// Whether the configuration names it, so that it may come once a disk is there.
    package var isConfigured = false
    /// Whether what is delivered in silence is written; nothing written is louder than anything else.
    package var silence = Silence.quiet

    /// An output as somebody typed it, unless it is said to be configured.
    package init(
        format: OutputFormat, file: String? = nil, templates: Templates? = nil,
        isConfigured: Bool = false, silence: Silence = Silence.quiet
    ) {
        self.format = format
        self.file = file
        self.templates = templates
        self.isConfigured = isConfigured
        self.silence = silence
    }

    /// What it is called in sentences and in the status.
    package var name: String {
        file ?? "standard output"
    }

    /// The file, whichever way its path is written.
    package var place: FilePlace {
        FilePlace(file ?? "/dev/stdout")
    }

    /// What options can name, as the option of each command that takes outputs has it.
    package static let parameter = Parameter<[(word: String, file: String?)]>.choicesAndFiles(
        "format", letter: "F", placeholder: "FORMAT[:FILE]",
        among: OutputFormat.allCases.map(\.rawValue) + [none],
        summary: "Write notices in this format, to standard output or to the end of a file")

    /// The targets that were given, or standard output for people where none was.
    package static func targets(_ given: [(word: String, file: String?)]) -> [OutputTarget] {
        if given.isEmpty { return [OutputTarget(format: .board)] }
        return given.compactMap { word, file in
            OutputFormat(rawValue: word).map {
                OutputTarget(format: $0, file: file == "-" ? nil : file)
            }
        }
    }

    /// What is wrong with targets that are wanted at once, as a sentence: two for one file would
    /// write into each other.
    package static func problem(with targets: [OutputTarget]) -> String? {
        targets.indices.first { index in
            targets[..<index].contains { $0.place == targets[index].place }
        }.map { "\(targets[$0].name.printable) is named by two outputs" }
    }
}
