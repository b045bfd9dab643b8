import Linux

/// What a tool prints, at once.
package enum Report {
    /// Prints a line, or ends the process where nobody reads it.
    package static func line(_ text: String) {
        do throws(Errno) {
            try StandardStream.output.write(text + "\n")
        } catch {
            CurrentProcess.end(with: 1)
        }
    }
}
