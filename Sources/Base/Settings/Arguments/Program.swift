/// Description of a program: its commands, its version, and further texts of its manual.
package struct Program: Sendable {
    /// A term with its meaning, such as an exit status, a file, an environment variable or a
    /// signal.
    package struct Term: Sendable {
        /// The term as shown in the manual.
        package let word: String
        /// One or more sentences, with their full stops.
        package let meaning: String

        package init(_ word: String, _ meaning: String) {
            self.word = word
            self.meaning = meaning
        }
    }

    /// Manual sections other than commands.
    package struct Surroundings: Sendable {
        /// Exit statuses.
        package let exitStatuses: [Term]
        /// Files that the program reads or writes.
        package let files: [Term]
        /// Environment variables that the program uses.
        package let environment: [Term]
        /// Signals that the program handles.
        package let signals: [Term]

        /// Creates the sections; empty ones are omitted from the manual.
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

    /// The program's own entry, with all commands.
    package let root: Command
    /// The version, as printed by `--version`.
    package let version: String
    /// Manual sections other than commands.
    package let surroundings: Surroundings
    /// Manual page of the configuration.
    package let configurationPage: String

    package init(
        _ root: Command, version: String, surroundings: Surroundings = Surroundings(),
        configurationPage: String? = nil
    ) {
        self.configurationPage = configurationPage ?? "\(root.name).conf(5)"
        self.root = root
        self.version = version
        self.surroundings = surroundings
    }

    /// Parses the arguments of the program.
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

    /// Returns the help page for a path of command names.
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
    /// The option `--help`, which every command has.
    static let help = Parameter<Bool>.flag("help", letter: "h", summary: "Show this help").option
    /// The option `--version`, which is valid only before a command.
    static let version = Parameter<Bool>.flag("version", letter: "V", summary: "Show the version")
        .option
}
