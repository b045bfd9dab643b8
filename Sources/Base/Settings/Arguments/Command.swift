/// A command of the program.
///
/// The parser, help, manual and completion are all generated from this table.
package struct Command: Sendable {
    /// An example invocation with its description.
    package struct Example: Sendable {
        /// The command line.
        package let line: String
        /// Short description of the effect.
        package let summary: String

        package init(_ line: String, _ summary: String) {
            self.line = line
            self.summary = summary
        }
    }

    /// Name on the command line.
    package let name: String
    /// One line, without a full stop.
    package let summary: String
    /// Additional paragraphs.
    package let details: [String]
    /// Example invocations for the help page.
    package let examples: [Example]
    /// Options of the command, which its subcommands accept, too.
    package let options: [Option]
    /// Positional arguments; only the last may be repeatable.
    package let operands: [Operand]
    /// Whether the command is for administrators, and so belongs to section 8 of the manual.
    package let isForAdministrators: Bool
    /// Subcommands; a command with subcommands does nothing by itself unless it has `optionsAlone`.
    package let commands: [Command]
    /// Whether all arguments are passed to another program, including `--help`.
    package let passesOn: Bool
    /// Further options of a command that also works without a subcommand; nil if it needs one.
    ///
    /// The subcommands do not accept these options.
    package let optionsAlone: [Option]?
    /// Advice for options that users expect here and that do not exist, by name.
    package let advice: [String: String]

    package init(
        name: String, summary: String, details: [String] = [], examples: [Example] = [],
        options: [Option] = [], operands: [Operand] = [], isForAdministrators: Bool = false,
        passesOn: Bool = false, commands: [Command] = [], optionsAlone: [Option]? = nil,
        advice: [String: String] = [:]
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.examples = examples
        self.options = options
        self.operands = operands
        self.isForAdministrators = isForAdministrators
        self.passesOn = passesOn
        self.commands = commands
        self.optionsAlone = optionsAlone
        self.advice = advice
    }

    /// Whether the command works without a subcommand.
    var worksAlone: Bool { commands.isEmpty || optionsAlone != nil }
}

extension [Command] {
    /// Options of the last command in this path, including inherited ones.
    var options: [Option] {
        tabledOptions + [.help] + (count == 1 ? [.version] : [])
    }

    /// The same options without `--help` and `--version`.
    var tabledOptions: [Option] {
        (last?.optionsAlone ?? []) + reversed().flatMap(\.options)
    }
}

/// A named option of a command.
package struct Option: Sendable {
    /// The long name, without dashes.
    package let name: String
    /// Former names, which remain valid.
    package let formerNames: [String]
    /// The short name.
    package let letter: Character?
    /// Placeholder of the value in help.
    package let placeholder: String
    /// Kind of the value, also for completion.
    package let kind: ValueKind
    /// The default, as shown in help.
    package let defaultText: String?
    /// Whether every value counts instead of only the last.
    package let isRepeatable: Bool
    /// One line, without a full stop.
    package let summary: String

    /// Returns whether this is a long name of the option.
    func isCalled(_ word: some StringProtocol) -> Bool {
        name == word || formerNames.contains { $0 == word }
    }
}

/// A positional argument of a command.
package struct Operand: Sendable {
    /// Placeholder in help and key of the value.
    package let placeholder: String
    /// Kind of the value, also for completion.
    package let kind: ValueKind
    /// Whether it may be omitted.
    package let isOptional: Bool
    /// Whether it may occur several times.
    package let isRepeatable: Bool
    /// One line, without a full stop.
    package let summary: String

    /// Creates an operand; by default it is required and occurs once.
    package init(
        _ placeholder: String, kind: ValueKind, isOptional: Bool = false,
        isRepeatable: Bool = false, summary: String
    ) {
        self.placeholder = placeholder
        self.kind = kind
        self.isOptional = isOptional
        self.isRepeatable = isRepeatable
        self.summary = summary
    }
}
