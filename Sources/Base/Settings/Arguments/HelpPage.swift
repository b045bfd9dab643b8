/// The help page of a command: usage, examples, options and operands.
struct HelpPage {
    private static let columns = 80
    /// Last column at which summaries may begin; longer entries get a line of their own.
    private static let widestLeft = 28

    /// The command path, beginning with the program's own entry.
    let path: [Command]

    var text: String {
        guard let command = path.last else { return "" }
        var sections = [
            wrapped("Usage: " + usage, indent: 0, hanging: 7),
            wrapped(command.summary + ".", indent: 0),
        ]
        if !command.examples.isEmpty {
            sections.append(
                section(
                    "Examples",
                    command.examples.flatMap { example in
                        ["  " + example.line, wrapped(example.summary, indent: 6)]
                    }))
        }
        if !command.operands.isEmpty {
            sections.append(section("Arguments", rows(command.operands.map(row))))
        }
        if !command.commands.isEmpty {
            sections.append(
                section("Commands", rows(command.commands.map { ("  " + $0.name, $0.summary) })))
        }
        sections.append(section("Options", rows(path.options.map(row))))
        sections += command.details.map { wrapped($0, indent: 0) }
        if !command.commands.isEmpty {
            let name = commandLine + " COMMAND --help"
            sections.append(wrapped("'\(name)' says more about a command.", indent: 0))
        }
        return sections.joined(separator: "\n\n") + "\n"
    }

    private var commandLine: String {
        path.map(\.name).joined(separator: " ")
    }

    /// The usage line.
    var usage: String {
        guard let command = path.last else { return "" }
        let operands = command.operands.map { operand in
            let name = operand.placeholder + (operand.isRepeatable ? "..." : "")
            return operand.isOptional ? "[\(name)]" : name
        }
        let next = command.worksAlone ? "[COMMAND]" : "COMMAND"
        return ([commandLine, "[OPTIONS]"] + (command.commands.isEmpty ? operands : [next]))
            .joined(separator: " ")
    }

    private func section(_ title: String, _ lines: [String]) -> String {
        ([title + ":"] + lines).joined(separator: "\n")
    }

    private func row(_ operand: Operand) -> (left: String, right: String) {
        ("  " + operand.placeholder, operand.description)
    }

    private func row(_ option: Option) -> (left: String, right: String) {
        let letter = option.letter.map { "-\($0), " } ?? "    "
        let value = option.kind == .flag ? "" : " " + option.placeholder
        return ("  " + letter + "--" + option.name + value, option.description)
    }

    private func rows(_ rows: [(left: String, right: String)]) -> [String] {
        let lefts = rows.map(\.left.count).filter { $0 <= Self.widestLeft - 2 }
        let indent = (lefts.max() ?? Self.widestLeft - 2) + 2
        return rows.map { left, right in
            let text = wrapped(right, indent: indent)
            if left.count + 2 > indent { return left + "\n" + text }
            return left + text.dropFirst(left.count)
        }
    }

    /// Wraps a text into lines with `indent` spaces, and `hanging` more on all but the first.
    private func wrapped(_ text: String, indent: Int, hanging: Int = 0) -> String {
        var lines: [String] = []
        var line = String(repeating: " ", count: indent)
        var isEmpty = true
        for word in text.split(separator: " ") {
            if !isEmpty, line.count + 1 + word.count > Self.columns {
                lines.append(line)
                line = String(repeating: " ", count: indent + hanging)
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return (lines + [line]).joined(separator: "\n")
    }
}
