/// The meaning of the program's arguments.
package enum Invocation: Sendable {
    /// Print this help page.
    case help(String)
    /// Print this version.
    case version(String)
    /// Run a command.
    case run(ParsedArguments)
}

/// A command with its arguments, validated against the table.
package struct ParsedArguments: Sendable {
    /// The path of command names, without the program's own.
    package let command: [String]
    let values: [String: [ParsedValue]]
    let operands: [String: [String]]

    /// Returns the value of an option or its default.
    package subscript<Value>(_ parameter: Parameter<Value>) -> Value {
        parameter.read(values[parameter.option.name] ?? [])
    }

    /// Returns the words given for an option; none if it was not given.
    package func words<Value>(of parameter: Parameter<Value>) -> [String] {
        (values[parameter.option.name] ?? []).compactMap(\.word)
    }

    /// Returns whether an option was given.
    package func has(_ option: Option) -> Bool { values[option.name] != nil }

    /// Returns the words given for an operand; none if it is optional and absent.
    package subscript(_ operand: Operand) -> [String] {
        operands[operand.placeholder] ?? []
    }
}

/// An error in the arguments; the program exits with status 64.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    package enum Problem: Hashable, Sendable {
        case unknownCommand(String, near: String?)
        case unknownOption(String, near: String?)
        /// The option does not exist; the advice names what to use instead.
        case needlessOption(String, advice: String)
        /// The option is the last word, without its required value.
        case missingValue(option: String, wants: String)
        /// The value is not valid for the option or operand.
        case badValue(of: String, wants: String, given: String, near: String?)
        /// A value was given to a flag.
        case unexpectedValue(option: String)
        case unexpectedOperand(String)
        case missingOperand(String)
        case missingCommand
    }

    package let problem: Problem
    /// Command line whose help applies.
    package let commandLine: String

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
            "\(option) must be \(wants), but no value follows"
        case .badValue(let name, let wants, let given, let near):
            "\(name) must be \(wants), not \(given.quoted)" + suggestion(near)
        case .unexpectedValue(let option): "\(option) takes no value"
        case .unexpectedOperand(let word): "unexpected argument \(word.quoted)"
        case .missingOperand(let name): "\(name) is missing"
        case .missingCommand: "no command is named"
        }
    }
}

extension String {
    /// Maximum length of a quoted word in an error.
    private static let quotedLength = 60

    /// The text with U+FFFD in place of characters that affect a terminal.
    package var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map(\.printable)))
    }

    /// The text in quotes, printable and truncated.
    package var quoted: String {
        let shown = unicodeScalars.prefix(Self.quotedLength).map(\.printable)
        let isCut = unicodeScalars.count > Self.quotedLength
        return "'" + String(String.UnicodeScalarView(shown)) + (isCut ? "…" : "") + "'"
    }

    /// The text itself if it is plain, otherwise quoted.
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
