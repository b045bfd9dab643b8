/// A shell with programmable completion.
package enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}

extension Program {
    /// Returns the completion script for a shell.
    package func completion(for shell: Shell) -> String {
        switch shell {
        case .bash: BashCompletion(program: self).text
        case .zsh: ZshCompletion(program: self).text
        case .fish: FishCompletion(program: self).text
        }
    }

    /// All command paths, each beginning with the program's own entry.
    var paths: [[Command]] {
        func below(_ path: [Command]) -> [[Command]] {
            [path] + (path.last?.commands ?? []).flatMap { below(path + [$0]) }
        }
        return below([root])
    }
}

extension ValueKind {
    /// Whether the value is a file path.
    var isFile: Bool { self == .file }
}
