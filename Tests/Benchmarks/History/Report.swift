import Linux

/// What the tool prints, at once.
enum Report {
    /// Prints a line, or ends the process where nobody reads it.
    static func line(_ text: String) {
        do throws(Errno) {
            try StandardStream.output.write(text + "\n")
        } catch {
            CurrentProcess.end(with: 1)
        }
    }
}
