/// Generator of the completion script for zsh.
struct ZshCompletion {
    let program: Program

    var text: String {
        let name = program.root.name
        return "#compdef \(name)\n# Made by '\(name) completion zsh'.\n\n"
            + program.paths.map(function).joined(separator: "\n")
            + "\n\(self.name(of: [program.root])) \"$@\"\n"
    }

    private func name(of path: [Command]) -> String {
        "_" + path.map(\.name).joined(separator: "_")
    }

    private func function(_ path: [Command]) -> String {
        let commands = path.last?.commands ?? []
        var lines = path.options.map { "        " + specification($0) }
        var ending = ""
        if commands.isEmpty {
            lines += (path.last?.operands ?? []).map { "        " + specification($0) }
        } else {
            lines += ["        '1: :->command'", "        '*:: :->arguments'"]
            let names = commands.map { "            " + quoted("\($0.name):\($0.summary)") }
            let cases = commands.map { command in
                "            \(command.name)) \(name(of: path + [command])) ;;"
            }
            ending = """

                    case $state in
                    command)
                        local -a commands=(
                \(names.joined(separator: "\n"))
                        )
                        _describe command commands
                        ;;
                    arguments)
                        case $words[1] in
                \(cases.joined(separator: "\n"))
                        esac
                        ;;
                    esac
                """
        }
        return """
            \(name(of: path))() {
                local curcontext=$curcontext state line
                typeset -A opt_args
                _arguments -C \\
            \(lines.joined(separator: " \\\n"))\(ending)
            }

            """
    }

    private func specification(_ option: Option) -> String {
        let names = ["--" + option.name] + (option.letter.map { ["-\($0)"] } ?? [])
        let exclusion =
            option.isRepeatable ? "*" : "(" + names.joined(separator: " ") + ")"
        let summary = "[" + escaped(option.summary) + "]"
        let value = option.kind == .flag ? "" : ":\(option.placeholder):" + action(option.kind)
        return names.map { name in
            let equals = option.kind == .flag || !name.hasPrefix("--") ? "" : "="
            return quoted(exclusion + name + equals + summary + value)
        }.joined(separator: " \\\n        ")
    }

    private func specification(_ operand: Operand) -> String {
        quoted(
            (operand.isRepeatable ? "*" : operand.isOptional ? ":" : "") + ":" + operand.placeholder
                + ":" + action(operand.kind))
    }

    private func action(_ kind: ValueKind) -> String {
        let words = kind.words
        if !words.isEmpty { return "(" + words.joined(separator: " ") + ")" }
        return kind.isFile ? "_files" : " "
    }

    /// Returns the text with zsh's special characters escaped.
    private func escaped(_ text: String) -> String {
        text.map { "[]:\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }

    private func quoted(_ text: String) -> String {
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }
}
