/// What is wrong with a configuration: one sentence, with the place where it can be mended.
package struct SettingsProblem: Error, Hashable, Sendable {
    /// Where something is wrong.
    package enum Place: Hashable, Sendable {
        /// In a file as a whole.
        case file(String)
        /// In a line of a file, counted from one.
        case line(Int, of: String)
        /// In a variable of the environment.
        case variable(String)
        /// In an option of the command line, with its dashes.
        case option(String)
        /// In what holds because nothing was given.
        case standard
    }

    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// There is no such section.
        case unknownSection(String, near: String?, known: [String])
        /// The section has no such key.
        case unknownKey(String, near: String?, known: [String])
        /// A key stands before the first section.
        case keyOutsideSection(String)
        /// The key stands once more; first in this line.
        case keyTwice(line: Int)
        /// The section stands once more; first in this line.
        case sectionTwice(line: Int)
        /// The section is one of many and needs a name.
        case noSectionName(placeholder: String)
        /// The section is the only one of its kind and takes no name.
        case sectionName
        /// The section lacks a key that it cannot do without.
        case missingKey(String)
        /// The value is none that the key takes; what was given is nil where it is secret.
        case badValue(wants: String, given: String?, near: String?)
        /// Nothing stands behind the equals sign.
        case noValue(wants: String)
        /// The bracket that ends a section's name is missing.
        case noBracket
        /// Something stands behind that bracket.
        case behindBracket
        /// The line is neither section nor key nor comment.
        case noAssignment
        /// A value that begins with a quote does not end with one.
        case openQuote
        /// Something stands behind the quote that ends a value.
        case behindQuote
        /// A backslash in quotes stands before something that needs none.
        case escape
        /// Nothing stands between two commas.
        case emptyItem
        /// The line is longer than a line may be.
        case longLine
        /// The file is larger than a file may be.
        case largeFile
        /// The line has a byte that is zero.
        case nul
        /// The line has a control character.
        case controlCharacter
        /// The line is not valid UTF-8.
        case notUTF8
        /// The variable belongs to no key.
        case unknownVariable(near: String?)
        /// The variable belongs to more than one section.
        case ambiguousVariable(sections: [String])
        /// Something else, said by whoever knows what the values mean: a clause without a full stop.
        case other(String)
    }

    /// Where it is.
    package let place: Place
    /// The section as its header names it, without brackets.
    package internal(set) var section: String?
    /// The key that it is about; nil where it is about a line or a section.
    package internal(set) var key: String?
    /// What is wrong.
    package let reason: Reason
}

extension SettingsProblem: CustomStringConvertible {
    /// The problem as a sentence, behind its file and line where it has them.
    package var description: String {
        let words = [subject, clause].filter { !$0.isEmpty }.joined(separator: " ")
        return switch place {
        case .file(let file): "\(file.printable): \(words)"
        case .line(let line, let file): "\(file.printable):\(line): \(words)"
        case .variable, .option, .standard: words
        }
    }

    /// What the clause is about.
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
        case .noSectionName(let placeholder): "wants a name, as in [\(placeholder)]"
        case .sectionName: "takes no name"
        case .missingKey(let name): "lacks the key \(name)"
        case .badValue(let wants, let given, let near):
            "wants \(wants)" + (given.map { ", not \($0.quoted)" } ?? "") + Self.hint(near)
        case .noValue(let wants): "wants \(wants), but nothing follows it"
        case .noBracket: "a line that begins with '[' wants ']' behind the name"
        case .behindBracket: "nothing but a comment may stand behind ']'"
        case .noAssignment: "a line wants 'key = value', '[section]' or '# comment'"
        case .openQuote: "wants a quote at the end of what begins with one"
        case .behindQuote: "wants nothing but a comment or, in a list, a comma behind a quote"
        case .escape: "takes no backslash in quotes but in \\\" and \\\\"
        case .emptyItem: "wants something on both sides of a comma"
        case .longLine: "a line may have \(WrittenLine.limit) bytes, and this one has more"
        case .largeFile: "a file may have \(SettingsDraft.fileLimit) bytes, and this one has more"
        case .nul: "the line has a byte that is zero"
        case .controlCharacter: "the line has a control character"
        case .notUTF8: "the line is not valid UTF-8"
        case .unknownVariable(let near): "belongs to no key" + Self.hint(near)
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
    /// The name as a problem may repeat it, cut where it is long.
    fileprivate var shortened: String {
        utf8.count <= 64 ? printable : String(printable.prefix(60)) + "…"
    }
}

/// Everything that is wrong with a configuration, in the order of its lines.
package struct SettingsError: Error, Hashable, Sendable {
    /// Problems that are told; further ones are counted.
    package static let limit = 100

    /// The problems, at most `limit` of them.
    package let problems: [SettingsProblem]
    /// How many more there are.
    package let furtherCount: Int

    /// The problems that are told, and how many are not.
    package init(problems: [SettingsProblem], furtherCount: Int = 0) {
        self.problems = problems
        self.furtherCount = furtherCount
    }
}

extension SettingsError: CustomStringConvertible {
    /// A line for each problem, and one that counts those beyond the limit.
    package var description: String {
        let lines = problems.map(\.description)
        return (lines + (furtherCount > 0 ? ["and \(furtherCount) further problems"] : []))
            .joined(separator: "\n")
    }
}
