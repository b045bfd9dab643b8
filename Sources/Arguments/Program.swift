/// The whole table: the program's own entry, the commands below it, and the version.
package struct Program: Sendable {
    package let root: Command
    package let version: String

    package init(_ root: Command, version: String) {
        self.root = root
        self.version = version
    }

    /// Makes sense of the words after the program's name.
    package func parse(_ words: [String]) throws(UsageError) -> Invocation {
        var parser = Parser(root: root)
        do throws(UsageError) {
            try parser.read(words)
            if parser.wantsHelp || words.isEmpty && !root.commands.isEmpty {
                return .help(help(for: parser.path))
            }
            if parser.wantsVersion { return .version("\(root.name) \(version)") }
            return .run(try parser.finished())
        } catch {
            // Somebody who asks for help is not told first what else is wrong, except that there is
            // no such command to help with.
            if case .unknownCommand = error.problem { throw error }
            guard words.prefix(while: { $0 != "--" }).contains(where: Parser.isHelp) else {
                throw error
            }
            return .help(help(for: parser.path))
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
    static let version = Parameter<Bool>.flag("version", summary: "Show the version").option
}
