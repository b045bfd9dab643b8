/// What the words after the program's name ask for.
package enum Invocation: Sendable {
    /// To print this page of help.
    case help(String)
    /// To print this version.
    case version(String)
    /// To do what a command does.
    case run(ParsedArguments)
}

/// A command with everything that was given to it, checked against the table.
package struct ParsedArguments: Sendable {
    /// The names of the commands that led here, without the program's own.
    package let command: [String]
    let values: [String: [ParsedValue]]
    let operands: [String: [String]]

    /// The value of an option, or what holds where it is not given.
    package subscript<Value>(_ parameter: Parameter<Value>) -> Value {
        parameter.read(values[parameter.option.name] ?? [])
    }

    /// The words given for an option, each as it was checked; none where it is not given.
    package func words<Value>(of parameter: Parameter<Value>) -> [String] {
        (values[parameter.option.name] ?? []).compactMap(\.word)
    }

    /// Whether an option was given.
    package func has(_ option: Option) -> Bool { values[option.name] != nil }

    /// The words given for an operand: none where it is optional and absent.
    package subscript(_ operand: Operand) -> [String] {
        operands[operand.placeholder] ?? []
    }
}

/// Why the words make no sense, in one sentence; the program then exits with status 64.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package enum Problem: Hashable, Sendable {
        /// There is no such command.
        case unknownCommand(String, near: String?)
        /// There is no such option.
        case unknownOption(String, near: String?)
        /// There is no such option, and this is why.
        case needlessOption(String, advice: String)
        /// The option stands at the end, without the value it needs.
        case missingValue(option: String, wants: String)
        /// The value is none the option or operand takes.
        case badValue(of: String, wants: String, given: String, near: String?)
        /// A flag was given a value.
        case unexpectedValue(option: String)
        /// There is one word too many.
        case unexpectedOperand(String)
        /// A word is missing.
        case missingOperand(String)
        /// No command is named at all.
        case missingCommand
    }

    /// What is wrong with what was typed.
    package let problem: Problem
    /// The program and the command whose help says more.
    package let commandLine: String

    /// The problem as a sentence for the person.
    package var description: String {
        func suggestion(_ near: String?) -> String {
            near.map { "; did you mean \($0)?" } ?? ""
        }
        return switch problem {
        case .unknownCommand(let word, let near):
            "unknown command \(word.plainOrQuoted)" + suggestion(near)
        case .unknownOption(let word, let near):
            "unknown option \(word.plainOrQuoted)" + suggestion(near)
        case .needlessOption(let word, let advice):
            "unknown option \(word.plainOrQuoted); \(advice)"
        case .missingValue(let option, let wants):
            "\(option) wants \(wants), but nothing follows it"
        case .badValue(let name, let wants, let given, let near):
            "\(name) wants \(wants), not \(given.quoted)" + suggestion(near)
        case .unexpectedValue(let option): "\(option) takes no value"
        case .unexpectedOperand(let word): "unexpected argument \(word.quoted)"
        case .missingOperand(let name): "\(name) is missing"
        case .missingCommand: "no command is named"
        }
    }
}

extension String {
    /// How much of a word an error repeats.
    private static let quotedLength = 60

    /// The word as an error may repeat it: with U+FFFD for what would disturb a terminal.
    package var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map(\.printable)))
    }

    /// The word in quotes as an error may repeat it, cut where it is long.
    package var quoted: String {
        let shown = unicodeScalars.prefix(Self.quotedLength).map(\.printable)
        let isCut = unicodeScalars.count > Self.quotedLength
        return "'" + String(String.UnicodeScalarView(shown)) + (isCut ? "…" : "") + "'"
    }

    /// The word as it is where it is plain, and else in quotes.
    package var plainOrQuoted: String {
        let isPlain = utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "'") }
        return isPlain && !isEmpty && utf8.count <= Self.quotedLength ? self : quoted
    }
}

extension Unicode.Scalar {
    fileprivate var printable: Unicode.Scalar {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
        default: self
        }
    }
}
