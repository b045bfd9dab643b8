internal import Basics

/// Parser of arguments according to the table.
struct Parser {
    /// A request for help or the version.
    enum Question {
        case help
        case version
    }

    /// The commands so far, beginning with the program's own entry.
    private(set) var path: [Command]
    /// The first request for help or the version.
    private(set) var question: Question?
    private var values: [String: [ParsedValue]] = [:]
    private var operandWords: [String] = []

    init(root: Command) {
        path = [root]
    }

    /// Parses all words and finds a request for help or version, whatever other errors there are.
    ///
    /// Only an unknown command is reported at once: later words cannot be interpreted without it.
    mutating func read(_ words: [String]) throws(UsageError) {
        var rest = words[...]
        var problem: UsageError?
        while question != .version, let word = rest.popFirst() {
            do throws(UsageError) {
                try take(word, from: &rest)
            } catch {
                if case .unknownCommand = error.problem, problem == nil { throw error }
                // `--help` may be in the place of a value.
                if case .badValue(_, _, let word, _) = error.problem,
                    ["--help", "-h"].contains(word)
                {
                    ask(.help)
                }
                problem = problem ?? error
            }
        }
        if question == nil, let problem { throw problem }
    }

    /// Returns the result; throws if a command or operand is missing, invalid or too many.
    func finished() throws(UsageError) -> ParsedArguments {
        guard let command = path.last, command.worksAlone else {
            throw error(.missingCommand)
        }
        return ParsedArguments(
            command: path.dropFirst().map(\.name), values: values,
            operands: try assignedOperands(of: command))
    }

    private var options: [Option] { path.options }

    private func error(_ problem: UsageError.Problem) -> UsageError {
        UsageError(problem: problem, commandLine: path.map(\.name).joined(separator: " "))
    }

    private mutating func take(
        _ word: String, from rest: inout ArraySlice<String>
    ) throws(UsageError) {
        if path.last?.passesOn == true {
            operandWords += [word] + rest
            rest = []
        } else if word == "--" {
            while let operand = rest.popFirst() { try takeOperand(operand) }
        } else if word.hasPrefix("--") {
            try takeLongOption(word, from: &rest)
        } else if word.hasPrefix("-"), word != "-" {
            try takeLetters(word, from: &rest)
        } else {
            try takeOperand(word)
        }
    }

    private mutating func takeLongOption(
        _ word: String, from rest: inout ArraySlice<String>
    ) throws(UsageError) {
        let parts = word.dropFirst(2).split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard let option = options.first(where: { $0.isCalled(name) }) else {
            if let advice = path.last?.advice[name] {
                throw error(.needlessOption("--" + name, advice: advice))
            }
            let near = NearMatch.find(for: name, among: options.map(\.name)).map { "--" + $0 }
            throw error(.unknownOption("--" + name, near: near))
        }
        let attached = parts.count > 1 ? String(parts[1]) : nil
        if option.kind == .flag {
            if attached != nil { throw error(.unexpectedValue(option: "--" + name)) }
            raise(option)
        } else {
            try set(option, to: attached ?? rest.popFirst())
        }
    }

    /// Parses `-n value`, `-nvalue`, and several flags in one word.
    private mutating func takeLetters(
        _ word: String, from rest: inout ArraySlice<String>
    ) throws(UsageError) {
        var letters = word.dropFirst()
        if letters.count > 1, options.contains(where: { $0.isCalled(letters) }) {
            throw error(.unknownOption(word, near: "-" + word))
        }
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.letter == letter }) else {
                if let advice = path.last?.advice[String(letter)] {
                    throw error(.needlessOption("-\(letter)", advice: advice))
                }
                throw error(.unknownOption("-\(letter)", near: nil))
            }
            guard option.kind == .flag else {
                try set(option, to: letters.isEmpty ? rest.popFirst() : String(letters))
                return
            }
            raise(option)
        }
    }

    private mutating func raise(_ flag: Option) {
        switch flag.name {
        case Option.help.name: ask(.help)
        case Option.version.name where path.count == 1: ask(.version)
        default: values[flag.name, default: []].append(.flag)
        }
    }

    private mutating func ask(_ question: Question) {
        self.question = self.question ?? question
    }

    private mutating func set(_ option: Option, to word: String?) throws(UsageError) {
        let name = "--" + option.name
        guard let word else {
            throw error(.missingValue(option: name, wants: option.kind.description))
        }
        let value = try checked(word, for: name, kind: option.kind)
        values[option.name, default: []].append(value)
    }

    private func checked(
        _ word: String, for name: String, kind: ValueKind
    ) throws(UsageError) -> ParsedValue {
        if let value = kind.value(of: word) { return value }
        let near = NearMatch.find(for: ValueKind.parts(of: word).word, among: kind.words)
        throw error(.badValue(of: name, wants: kind.description, given: word, near: near))
    }

    private mutating func takeOperand(_ word: String) throws(UsageError) {
        guard let command = path.last, !command.commands.isEmpty else {
            operandWords.append(word)
            return
        }
        if let next = command.commands.first(where: { $0.name == word }) {
            try enter(next)
        } else if word == Option.help.name, path.count == 1 {
            ask(.help)
        } else {
            let near = NearMatch.find(for: word, among: command.commands.map(\.name))
            throw error(.unknownCommand(word, near: near))
        }
    }

    /// Enters a subcommand.
    ///
    /// Throws if a given option is one of `optionsAlone`, which the subcommand does not accept.
    private mutating func enter(_ next: Command) throws(UsageError) {
        let alone = path.last?.optionsAlone ?? []
        path.append(next)
        let taken = options
        for option in alone where values[option.name] != nil {
            guard let same = taken.first(where: { $0.name == option.name }),
                same.kind == option.kind
            else {
                values[option.name] = nil
                throw error(.unknownOption("--" + option.name, near: nil))
            }
        }
    }

    private func assignedOperands(
        of command: Command
    ) throws(UsageError) -> [String: [String]] {
        var rest = operandWords[...]
        var assigned: [String: [String]] = [:]
        for operand in command.operands {
            let words = operand.isRepeatable ? rest : rest.prefix(1)
            rest = rest.dropFirst(words.count)
            if words.isEmpty, !operand.isOptional {
                throw error(.missingOperand(operand.placeholder))
            }
            for word in words {
                _ = try checked(word, for: operand.placeholder, kind: operand.kind)
            }
            assigned[operand.placeholder] = Array(words)
        }
        if let word = rest.first { throw error(.unexpectedOperand(word)) }
        return assigned
    }
}
