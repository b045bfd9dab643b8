package import Linux

/// A program of another package of the same installation.
package enum BesideProgram {
    /// Folders searched: the one of this program, then `/usr/bin`.
    private static var folders: [String] {
        let own = CurrentProcess.program
        return [own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "/usr/bin", "/usr/bin"]
    }

    /// Returns the path of a program; nil if it is not installed.
    package static func path(of name: String, _ files: HostFiles = HostFiles()) -> String? {
        folders.map { "\($0)/\(name)" }.first(where: files.exists)
    }

    /// Replaces this process by a program with these arguments; returns only on failure, after printing the reason.
    package static func become(_ name: String, _ words: [String]) -> ExitStatus {
        guard let path = path(of: name) else {
            Messages.say(
                "\(name) is not installed: sudo apt install \(name), or make build, which makes it "
                    + "beside this program")
            return .unavailable
        }
        let error = CurrentProcess.become([path] + words)
        Messages.say("\(path) cannot be started: \(error)")
        return .unavailable
    }
}
