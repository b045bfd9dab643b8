/// The manual page of the program in one section, or its only one, generated from the table.
struct ManualPage {
    /// Section of user commands.
    static let users = 1
    /// Section of administration commands.
    static let administrators = 8

    let program: Program
    let section: Int
    let date: String
    /// Whether the program has no other page, so that this one describes all commands.
    var isOnly = false

    var text: String {
        let root = program.root
        var roff = Roff(
            title: root.name, section: section, date: date,
            source: "\(root.name) \(program.version)",
            manual: section == Self.users ? "User Commands" : "System Administration")
        roff.section("Name")
        roff.paragraph("\(root.name) - \(root.summary.lowercasedFirst)")
        roff.section("Synopsis")
        for path in commands { roff.paragraph(HelpPage(path: path).usage) }
        roff.section("Description")
        for paragraph in root.details { roff.paragraph(paragraph) }
        if hasBoth {
            roff.paragraph(
                section == Self.users
                    ? "This page is about the commands for every day; \(root.name)(8) is about the "
                        + "service, pairing and diagnosis, and \(program.configurationPage) about the "
                        + "configuration."
                    : "This page is about the service, pairing and diagnosis; \(root.name)(1) is about "
                        + "the commands for every day.")
        }
        roff.section("Commands")
        for path in commands { append(path, to: &roff) }
        append("Exit status", program.surroundings.exitStatuses, to: &roff)
        append("Signals", program.surroundings.signals, to: &roff, where: Self.administrators)
        append("Files", program.surroundings.files, to: &roff)
        append("Environment", program.surroundings.environment, to: &roff)
        roff.section("See also")
        let others = [Self.users, Self.administrators].filter { hasBoth && $0 != section }
        roff.paragraph(
            (others.map { "\(root.name)(\($0))" } + [program.configurationPage])
                .joined(separator: ", "))
        return roff.text
    }

    /// Whether the other section has a page, too.
    private var hasBoth: Bool {
        !isOnly && Set(program.root.commands.map(\.isForAdministrators)).count > 1
    }

    /// The commands of this section, as paths.
    private var commands: [[Command]] {
        let isWanted = { (command: Command) in
            isOnly
                || command.isForAdministrators == (self.section == Self.administrators)
        }
        return program.root.commands.flatMap { command -> [[Command]] in
            let alone = command.worksAlone && isWanted(command) ? [[program.root, command]] : []
            return alone + command.commands.filter(isWanted).map { [program.root, command, $0] }
        }
    }

    private func append(_ path: [Command], to roff: inout Roff) {
        guard let command = path.last else { return }
        roff.part(path.map(\.name).joined(separator: " "))
        roff.paragraph(command.summary + ".")
        for paragraph in command.details { roff.paragraph(paragraph) }
        for operand in command.operands {
            roff.term(operand.placeholder, operand.description + ".")
        }
        for option in Array(path.dropFirst()).tabledOptions {
            let letter = option.letter.map { "-\($0), " } ?? ""
            let value = option.kind == .flag ? "" : " " + option.placeholder
            roff.term(letter + "--" + option.name + value, option.description + ".")
        }
        for example in command.examples {
            roff.paragraph(example.summary.capitalizedFirst + ":")
            roff.example([example.line])
        }
    }

    private func append(
        _ title: String, _ terms: [Program.Term], to roff: inout Roff, where wanted: Int? = nil
    ) {
        guard !terms.isEmpty, isOnly || wanted == nil || wanted == section else { return }
        roff.section(title)
        for term in terms { roff.term(term.word, term.meaning) }
    }
}

extension Program {
    /// Returns the manual page of section 1 or 8; nil for others.
    ///
    /// - Parameter date: date of the page, such as 2026-03-02.
    package func manual(section: Int, date: String) -> String? {
        guard [ManualPage.users, ManualPage.administrators].contains(section) else { return nil }
        return ManualPage(program: self, section: section, date: date).text
    }

    /// Returns the manual page of a program that has no other.
    ///
    /// - Parameters:
    ///   - isForUsers: whether the page belongs to section 1, and not to section 8.
    ///   - date: date of the page, such as 2026-03-02.
    package func onlyManual(isForUsers: Bool = false, date: String) -> String {
        let section = isForUsers ? ManualPage.users : ManualPage.administrators
        return ManualPage(program: self, section: section, date: date, isOnly: true).text
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
