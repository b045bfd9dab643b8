import Arguments
import Linux
import Notices
import Outlets

/// A format, and the file that notices go to in it; without a file, standard output.
struct OutputTarget: Hashable, Sendable {
    /// The word for no output at all.
    static let none = "null"

    var format: OutputFormat
    var file: String?
    /// How a person wants the lines; nil where the format says.
    var templates: Templates?
    /// Whether the configuration names it, so that it may come once a disk is there.
    var isConfigured = false
    /// Whether what is delivered in silence is written; nothing written is louder than anything else.
    var silence = Silence.quiet

    /// What it is called in sentences and in the status.
    var name: String {
        file ?? "standard output"
    }

    /// The file, whichever way its path is written.
    var place: FilePlace {
        FilePlace(file ?? "/dev/stdout")
    }

    /// What options can name, as the option of each command that takes outputs has it.
    static let parameter = Parameter<[(word: String, file: String?)]>.choicesAndFiles(
        "format", letter: "F", placeholder: "FORMAT[:FILE]",
        among: OutputFormat.allCases.map(\.rawValue) + [none],
        summary: "Write notices in this format, to standard output or to the end of a file")

    /// The targets that were given, or standard output for people where none was.
    static func targets(_ given: [(word: String, file: String?)]) -> [OutputTarget] {
        if given.isEmpty { return [OutputTarget(format: .board)] }
        return given.compactMap { word, file in
            OutputFormat(rawValue: word).map {
                OutputTarget(format: $0, file: file == "-" ? nil : file)
            }
        }
    }

    /// What is wrong with targets that are wanted at once, as a sentence: two for one file would
    /// write into each other.
    static func problem(with targets: [OutputTarget]) -> String? {
        targets.indices.first { index in
            targets[..<index].contains { $0.place == targets[index].place }
        }.map { "\(targets[$0].name.printable) is named by two outputs" }
    }
}
