/// A command of the program: one table of values, from which the parser and every page of help are
/// made.
package struct Command: Sendable {
    /// An invocation worth showing, and what it does.
    package struct Example: Sendable {
        /// The line as somebody would type it.
        package let line: String
        /// What it does, in a few words.
        package let summary: String

        /// A line and what it does.
        package init(_ line: String, _ summary: String) {
            self.line = line
            self.summary = summary
        }
    }

    /// The word that is typed for it.
    package let name: String
    /// One line, without a full stop.
    package let summary: String
    /// What is worth knowing beyond the summary, in paragraphs.
    package let details: [String]
    /// Invocations for its page of help.
    package let examples: [Example]
    /// What the command takes with a name; the commands below it take it as well.
    package let options: [Option]
    /// What the command takes by position; of these only the last may be repeatable.
    package let operands: [Operand]
    /// Whether it is for whoever looks after the machine, and so has its page in section 8.
    package let isForAdministrators: Bool
    /// The commands below this one; a command that has any does nothing by itself, unless it has
    /// `optionsAlone`.
    package let commands: [Command]
    /// Whether everything behind its name is for another program, which is asked for help as well.
    package let passesOn: Bool
    /// What a command with commands below it takes with a name where none of those is named, and they
    /// do not; nil where it does nothing by itself.
    package let optionsAlone: [Option]?
    /// Advice for options that do not exist, by the option's name.
    package let advice: [String: String]

    /// A command; what is not named here it has not.
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

    /// Whether it does something where no command below it is named.
    var worksAlone: Bool { commands.isEmpty || optionsAlone != nil }
}

extension [Command] {
    /// What the last of these takes by name, the commands before it being those that led to it.
    var options: [Option] {
        tabledOptions + [.help] + (count == 1 ? [.version] : [])
    }

    /// The same, without what every command takes.
    var tabledOptions: [Option] {
        (last?.optionsAlone ?? []) + reversed().flatMap(\.options)
    }
}

/// Something a command takes by name.
package struct Option: Sendable {
    /// The long name, without dashes.
    package let name: String
    /// Longer names that it had once, which mean the same still.
    package let formerNames: [String]
    /// The letter that may stand for the long name behind one dash.
    package let letter: Character?
    /// What stands for the value in help.
    package let placeholder: String
    /// What its value is, by which a shell completes it.
    package let kind: ValueKind
    /// What holds where the option is not given, as help shows it.
    package let defaultText: String?
    /// Whether every value counts, and not the last alone.
    package let isRepeatable: Bool
    /// One line, without a full stop.
    package let summary: String

    /// Whether it goes by this long name.
    func isCalled(_ word: some StringProtocol) -> Bool {
        name == word || formerNames.contains { $0 == word }
    }
}

/// Something a command takes by position.
package struct Operand: Sendable {
    /// What stands for it in help; also its name.
    package let placeholder: String
    /// What it is, by which a shell completes it.
    package let kind: ValueKind
    /// Whether it may be left out.
    package let isOptional: Bool
    /// Whether any number of them may follow.
    package let isRepeatable: Bool
    /// One line, without a full stop.
    package let summary: String

    /// An operand; it has to be there, once, unless something else is said.
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
