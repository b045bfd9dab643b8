/// Generator of the completion script for bash.
struct BashCompletion {
    let program: Program

    var text: String {
        let name = program.root.name
        return """
            # \(name)(1) completion for bash, made by '\(name) completion bash'.
            _\(name)() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
                local command= index
                # Bash splits --name=value and word:file at the signs.
                if [[ $word == = ]]; then
                    word=
                elif [[ $before == = ]]; then
                    before=${COMP_WORDS[COMP_CWORD-2]}
                elif [[ $word == : || $before == : ]]; then
                    compopt -o default
                    return
                fi
                for ((index = 1; index < COMP_CWORD; index++)); do
                    case "$command ${COMP_WORDS[index]}" in
            \(commandCases)
                    esac
                done
                case "$command $before" in
            \(valueCases)
                esac
                local words=
                case $command in
            \(wordCases)
                esac
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
                if [[ ${#COMPREPLY[@]} -eq 0 && $word != -* ]]; then
                    compopt -o default
                fi
            }
            complete -F _\(name) \(name)

            """
    }

    private func key(_ path: [Command]) -> String {
        path.dropFirst().map { " " + $0.name }.joined()
    }

    private var commandCases: String {
        program.paths.filter { $0.count > 1 }.map { path in
            "            \"\(key(path))\") command=\"\(key(path))\" ;;"
        }.joined(separator: "\n")
    }

    private var valueCases: String {
        program.paths.flatMap { path in
            path.options.filter { $0.kind != .flag }.map { option in
                let names = ["--" + option.name] + (option.letter.map { ["-\($0)"] } ?? [])
                let pattern = names.map { "\"\(key(path)) \($0)\"" }.joined(separator: " | ")
                let words = option.kind.words.joined(separator: " ")
                let action =
                    words.isEmpty
                    ? (option.kind.isFile ? "compopt -o default; " : "")
                    : "mapfile -t COMPREPLY < <(compgen -W \"\(words)\" -- \"$word\"); "
                return "        \(pattern)) \(action)return ;;"
            }
        }.joined(separator: "\n")
    }

    private var wordCases: String {
        program.paths.map { path in
            let commands = path.last?.commands.map(\.name) ?? []
            let operands = path.last?.operands.flatMap(\.kind.words) ?? []
            let options = path.options.map { "--" + $0.name }
            let words = (commands + operands + options).joined(separator: " ")
            return "        \"\(key(path))\") words=\"\(words)\" ;;"
        }.joined(separator: "\n")
    }
}
