/// The whole table: the program's own entry, the commands below it, and the version.
package struct Program: Sendable {
    /// A word and what it means: an exit status, a file, a variable of the environment, a signal.
    package struct Term: Sendable {
        /// The word, as a manual shows it.
        package let word: String
        /// What it means, in one sentence without a full stop.
        package let meaning: String

        /// A word and what it means.
        package init(_ word: String, _ meaning: String) {
            self.word = word
            self.meaning = meaning
        }
    }

    /// What manuals say besides the commands.
    package struct Surroundings: Sendable {
        /// The statuses with which commands end.
        package let exitStatuses: [Term]
        /// The files that the program reads or writes.
        package let files: [Term]
        /// The variables of the environment that the program heeds.
        package let environment: [Term]
        /// The signals that the program heeds.
        package let signals: [Term]

        /// What manuals say of the machine around the program; a manual leaves out what is empty.
        package init(
            exitStatuses: [Term] = [], files: [Term] = [], environment: [Term] = [],
            signals: [Term] = []
        ) {
            self.exitStatuses = exitStatuses
            self.files = files
            self.environment = environment
            self.signals = signals
        }
    }

    /// The program's own entry, with all commands below it.
    package let root: Command
    /// The version, as `--version` prints it.
    package let version: String
    /// What manuals say besides the commands.
    package let surroundings: Surroundings
    /// The page of the manual about the configuration.
    package let configurationPage: String

    /// A program, with its commands below `root`.
    package init(
        _ root: Command, version: String, surroundings: Surroundings = Surroundings(),
        configurationPage: String? = nil
    ) {
        self.configurationPage = configurationPage ?? "\(root.name).conf(5)"
        self.root = root
        self.version = version
        self.surroundings = surroundings
    }

    /// Makes sense of the words after the program's name.
    package func parse(_ words: [String]) throws(UsageError) -> Invocation {
        var parser = Parser(root: root)
        try parser.read(words)
        switch parser.question {
        case .help: return .help(help(for: parser.path))
        case .version: return .version("\(root.name) \(version)")
        case nil where words.isEmpty && !root.commands.isEmpty:
            return .help(help(for: parser.path))
        case nil: return .run(try parser.finished())
        }
    }

    /// The page of help for a command, found by the names that lead to it.
    package func help(for names: [String]) -> String {
        var path = [root]
        for name in names {
            guard let next = path.last?.commands.first(where: { $0.name == name }) else { break }
            path.append(next)
        }
        return help(for: path)
    }

    private func help(for path: [Command]) -> String {
        HelpPage(path: path).text
    }
}

extension Option {
    /// What every command takes.
    static let help = Parameter<Bool>.flag("help", letter: "h", summary: "Show this help").option
    /// What the program alone takes.
    static let version = Parameter<Bool>.flag("version", letter: "V", summary: "Show the version")
        .option
}
