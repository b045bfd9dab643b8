import Linux

/// What the program says apart from notices: pages of help, and sentences to the person.
package enum Messages {
    private static let standardOutput: Int32 = 1
    private static let standardError: Int32 = 2

    /// Says a sentence on standard error; that nobody hears it changes nothing.
    package static func say(_ sentence: String) {
        try? write("callboard: \(sentence)\n", to: standardError)
    }

    /// Prints a text that was asked for; that somebody reads only its beginning is no failure.
    package static func print(_ text: String) -> ExitStatus {
        SignalWatcher.ignoreBrokenPipes()
        do throws(Errno) {
            try write(text, to: standardOutput)
        } catch .brokenPipe {
            return .success
        } catch {
            say("standard output cannot be written: \(error)")
            return .outputFailed
        }
        return .success
    }

    private static func write(_ text: String, to descriptor: Int32) throws(Errno) {
        let output = try FileDescriptor.duplicate(of: descriptor)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty { rest = rest.dropFirst(try output.write(rest)) }
    }
}
