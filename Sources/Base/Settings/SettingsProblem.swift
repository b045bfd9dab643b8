/// A problem with a configuration: one sentence, with the place where to fix it.
package struct SettingsProblem: Error, Hashable, Sendable {
    /// Place of a problem.
    package enum Place: Hashable, Sendable {
        /// A file as a whole.
        case file(String)
        /// A line of a file, counted from one.
        case line(Int, of: String)
        /// An environment variable.
        case variable(String)
        /// A command-line option, with its dashes.
        case option(String)
        /// A default value.
        case standard
    }

    /// Kind of problem.
    package enum Reason: Hashable, Sendable {
        case unknownSection(String, near: String?, known: [String])
        /// The section does not have the key.
        case unknownKey(String, near: String?, known: [String])
        /// A key precedes the first section.
        case keyOutsideSection(String)
        /// The key is repeated; with the line of the first.
        case keyTwice(line: Int)
        /// The section is repeated; with the line of the first.
        case sectionTwice(line: Int)
        /// The section requires a name.
        case noSectionName(placeholder: String)
        /// The section does not take a name.
        case sectionName
        /// A required key is missing.
        case missingKey(String)
        /// The value is not valid for the key; `given` is nil for a secret value.
        case badValue(wants: String, given: String?, near: String?)
        /// The value is missing.
        case noValue(wants: String)
        /// The closing bracket of the header is missing.
        case noBracket
        /// Text follows the closing bracket.
        case behindBracket
        /// The line is neither section nor key nor comment.
        case noAssignment
        /// The closing quote is missing.
        case openQuote
        /// Text follows the closing quote.
        case behindQuote
        /// A backslash in quotes precedes a character other than a quote or a backslash.
        case escape
        /// An item of the list is empty.
        case emptyItem
        case longLine
        case largeFile
        /// The line contains a NUL byte.
        case nul
        /// The line contains a control character.
        case controlCharacter
        /// The line is not valid UTF-8.
        case notUTF8
        /// The variable matches no key.
        case unknownVariable(near: String?)
        /// The variable matches several sections.
        case ambiguousVariable(sections: [String])
        /// Another problem, found by the code that uses the values: a clause without a full stop.
        case other(String)
    }

    package let place: Place
    /// The section header, without brackets.
    package internal(set) var section: String?
    /// The key; nil if the problem concerns a line or a section.
    package internal(set) var key: String?
    package let reason: Reason
}

extension SettingsProblem: CustomStringConvertible {
    /// The problem as a sentence, preceded by file and line if it has them.
    package var description: String {
        let words = [subject, clause].filter { !$0.isEmpty }.joined(separator: " ")
        return switch place {
        case .file(let file): "\(file.printable): \(words)"
        case .line(let line, let file): "\(file.printable):\(line): \(words)"
        case .variable, .option, .standard: words
        }
    }

    /// Subject of the sentence.
    private var subject: String {
        switch place {
        case .variable(let name), .option(let name): name.plainOrQuoted
        case .file, .line, .standard:
            [section.map { "[\($0.shortened)]" }, key?.plainOrQuoted].compactMap(\.self)
                .joined(separator: " ")
        }
    }

    private var clause: String {
        switch reason {
        case .unknownSection(let name, let near, let known):
            "unknown section [\(name.shortened)]" + Self.hint(near, known: known)
        case .unknownKey(let name, let near, let known):
            "unknown key \(name.plainOrQuoted)" + Self.hint(near, known: known)
        case .keyOutsideSection(let name):
            "\(name.plainOrQuoted) stands before the first [section]"
        case .keyTwice(let line): "stands here and in line \(line)"
        case .sectionTwice(let line): "stands here and in line \(line)"
        case .noSectionName(let placeholder): "needs a name, as in [\(placeholder)]"
        case .sectionName: "takes no name"
        case .missingKey(let name): "lacks the key \(name)"
        case .badValue(let wants, let given, let near):
            "must be \(wants)" + (given.map { ", not \($0.quoted)" } ?? "") + Self.hint(near)
        case .noValue(let wants): "must be \(wants), but no value follows"
        case .noBracket: "a line that begins with '[' must have ']' after the name"
        case .behindBracket: "only a comment may follow ']'"
        case .noAssignment: "a line must be 'key = value', '[section]' or '# comment'"
        case .openQuote: "must end with a quote, since it begins with one"
        case .behindQuote: "may have only a comment or, in a list, a comma after the closing quote"
        case .escape: "may have a backslash in quotes only in \\\" and \\\\"
        case .emptyItem: "must have an item on both sides of a comma"
        case .longLine: "a line may have \(WrittenLine.limit) bytes, and this one has more"
        case .largeFile: "a file may have \(SettingsDraft.fileLimit) bytes, and this one has more"
        case .nul: "the line contains a NUL byte"
        case .controlCharacter: "the line has a control character"
        case .notUTF8: "the line is not valid UTF-8"
        case .unknownVariable(let near): "matches no key" + Self.hint(near)
        case .ambiguousVariable(let sections):
            "may belong to any of " + sections.map { "[\($0.shortened)]" }.joined(separator: " ")
        case .other(let clause): clause
        }
    }

    private static func hint(_ near: String?, known: [String] = []) -> String {
        if let near { return "; did you mean \(near)?" }
        return known.isEmpty ? "" : "; there is \(known.joinedAsAlternatives)"
    }
}

extension String {
    /// The name, printable and truncated.
    fileprivate var shortened: String {
        utf8.count <= 64 ? printable : String(printable.prefix(60)) + "…"
    }
}

/// All problems of a configuration, in the order of the lines.
package struct SettingsError: Error, Hashable, Sendable {
    /// Maximum number of reported problems; further ones are only counted.
    package static let limit = 100

    /// The problems, at most `limit`.
    package let problems: [SettingsProblem]
    /// Number of further problems.
    package let furtherCount: Int

    package init(problems: [SettingsProblem], furtherCount: Int = 0) {
        self.problems = problems
        self.furtherCount = furtherCount
    }
}

extension SettingsError: CustomStringConvertible {
    /// One line for each problem, and one for the number of further ones.
    package var description: String {
        let lines = problems.map(\.description)
        return (lines + (furtherCount > 0 ? ["and \(furtherCount) further problems"] : []))
            .joined(separator: "\n")
    }
}
