internal import Linux
internal import Scenes

/// Reason why an image display shows nothing, without any content.
enum DrawingProblem: Hashable, Sendable {
    /// The drawing program is missing or cannot be started.
    case noProgram(Errno)
    /// The libraries of the drawing program are not installed.
    case noLibrary
    case ended(ChildProgram.Ending)
    /// No reply in time.
    case silent
    /// Invalid reply.
    case nonsense
    /// The drawing program cannot show the scene.
    case trouble(DrawingTrouble, String)

    /// Limit of the characters of a reported text; the rest is dropped.
    private static let mostWords = 120

    /// Creates the problem from a report, with the text reduced to one line.
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
        case .ended(.unknown): "callboard-draw ended for an unknown reason"
        case .silent: "callboard-draw did not answer"
        case .nonsense: "callboard-draw sent an invalid reply"
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
        case .memory: "there is not enough memory for the picture"
        case .arguments: "callboard-draw is of another version"
        default: "callboard-draw refuses the picture"
        }
    }
}
