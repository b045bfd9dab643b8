/// A shell that completes words of the command line from a script.
package enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}

extension Program {
    /// The script by which a shell completes the program's words, made from the table.
    package func completion(for shell: Shell) -> String {
        switch shell {
        case .bash: BashCompletion(program: self).text
        case .zsh: ZshCompletion(program: self).text
        case .fish: FishCompletion(program: self).text
        }
    }

    /// Every command that can be named, each with those that lead to it, the program's own first.
    var paths: [[Command]] {
        func below(_ path: [Command]) -> [[Command]] {
            [path] + (path.last?.commands ?? []).flatMap { below(path + [$0]) }
        }
        return below([root])
    }
}

extension ValueKind {
    /// Whether the value may be a file's path.
    var isFile: Bool { self == .file }
}
