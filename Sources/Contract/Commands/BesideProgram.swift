package import Linux

/// A program beside this one, of a package of its own.
package enum BesideProgram {
    /// Where programs of one installation are: beside this one, and where packages put them.
    private static var folders: [String] {
        let own = CurrentProcess.program
        return [own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "/usr/bin", "/usr/bin"]
    }

    /// Where a program is; nil where it is not installed.
    package static func path(of name: String, _ files: HostFiles = HostFiles()) -> String? {
        folders.map { "\($0)/\(name)" }.first(where: files.exists)
    }

    /// Goes on as that program, with these arguments; says why not where that cannot be.
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
