internal import Linux
internal import Scenes

/// Why nothing is shown on a display of pixels, without a word of content.
enum DrawingProblem: Hashable, Sendable {
    /// The program that draws is not where it should be, or cannot be started.
    case noProgram(Errno)
    /// The libraries that it needs are not installed.
    case noLibrary
    /// It ended by itself.
    case ended(ChildProgram.Ending)
    /// It did not answer in time.
    case silent
    /// What it says is no answer.
    case nonsense
    /// It says that it cannot show the picture.
    case trouble(DrawingTrouble, String)

    /// Characters of what the program says of a trouble; further ones are left out.
    private static let mostWords = 120

    /// A trouble that the program tells of, in words that stay on one line.
    init(_ trouble: DrawingTrouble, saying words: String) {
        var clean = String.UnicodeScalarView()
        for scalar in words.unicodeScalars.prefix(Self.mostWords) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: continue
            default: clean.append(scalar)
            }
        }
        self = .trouble(trouble, String(clean))
    }
}

extension DrawingProblem: CustomStringConvertible {
    var description: String {
        switch self {
        case .noProgram(.noEntry): "callboard-draw is not installed"
        case .noProgram(let error): "callboard-draw cannot be started: \(error)"
        case .noLibrary:
            "callboard-draw lacks its libraries: "
                + "sudo apt install libpangocairo-1.0-0 fontconfig fonts-dejavu-core"
        case .ended(.exited(let status)): "callboard-draw ended with status \(status)"
        case .ended(.killed(let signal)): "callboard-draw was ended by signal \(signal)"
        case .ended(.unknown): "callboard-draw ended in an unknown way"
        case .silent: "callboard-draw did not answer"
        case .nonsense: "callboard-draw sent an answer that cannot be understood"
        case .trouble(let trouble, let words):
            Self.sentence(trouble) + (words.isEmpty ? "" : ": \(words)")
        }
    }

    private static func sentence(_ trouble: DrawingTrouble) -> String {
        switch trouble {
        case .file: "the file cannot be written"
        case .command: "the command failed"
        case .slowCommand: "the command is too slow"
        case .framebuffer: "the framebuffer cannot be used"
        case .memory: "there is no memory for the picture"
        case .arguments: "callboard-draw is of another version"
        default: "callboard-draw refuses the picture"
        }
    }
}
