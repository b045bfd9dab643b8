/// Generator of the completion script for fish.
struct FishCompletion {
    let program: Program

    var text: String {
        let name = program.root.name
        return "# Made by '\(name) completion fish'.\ncomplete -c \(name) -f\n"
            + program.paths.flatMap(lines).map { "complete -c \(name) \($0)\n" }.joined()
    }

    private func lines(_ path: [Command]) -> [String] {
        let condition = "-n " + quoted(self.condition(path))
        let commands = (path.last?.commands ?? []).map { command in
            "\(condition) -a \(command.name) -d " + quoted(command.summary)
        }
        let own = Array(path.dropFirst()).tabledOptions
        let options = (path.count == 1 ? path.options : own).map { option in
            let letter = option.letter.map { " -s \($0)" } ?? ""
            let reach = path.count == 1 && option.name == Option.help.name ? "" : condition + " "
            return "\(reach)-l \(option.name)\(letter)\(value(option.kind)) -d "
                + quoted(option.summary)
        }
        let operands = (path.last?.operands ?? []).compactMap { operand -> String? in
            if operand.kind.isFile { return "\(condition) -F" }
            let words = operand.kind.words.joined(separator: " ")
            return words.isEmpty ? nil : "\(condition) -a " + quoted(words)
        }
        return commands + options + operands
    }

    /// Returns the fish condition that this is the last command on the line.
    private func condition(_ path: [Command]) -> String {
        guard path.count > 1 else { return "__fish_use_subcommand" }
        let seen = path.dropFirst().map { "__fish_seen_subcommand_from \($0.name)" }
        let below = (path.last?.commands ?? []).map(\.name)
        let notBelow =
            below.isEmpty
            ? [] : ["not __fish_seen_subcommand_from " + below.joined(separator: " ")]
        return (seen + notBelow + notElsewhere(path)).joined(separator: "; and ")
    }

    /// Returns fish conditions that exclude equally named commands below other commands.
    private func notElsewhere(_ path: [Command]) -> [String] {
        let names = path.map(\.name)
        let others = program.paths.filter { other in
            other.last?.name == names.last && other.count > path.count
        }
        return others.compactMap { $0.dropLast().last?.name }.filter { !names.contains($0) }
            .map { "not __fish_seen_subcommand_from \($0)" }
    }

    private func value(_ kind: ValueKind) -> String {
        switch kind {
        case .flag: ""
        case .file: " -r -F"
        case .text, .integer, .decimal: " -x"
        case .choice(let words), .choiceAndFile(let words):
            " -x -a " + quoted(words.joined(separator: " "))
        }
    }

    private func quoted(_ text: String) -> String {
        "'"
            + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
            + "'"
    }
}
