import Foundation
import Linux
import Testing

/// The tests of the program as its user meets it, one after another: a machine with little to spare
/// must not run twenty programs at once.
@Suite(.serialized) enum ProgramTests {
    /// Runs the program with some words.
    static func callboard(
        _ words: String..., environment: [String: String] = [:], input: String = ""
    ) async throws -> Child.Outcome {
        try await shell(#"exec "$0" "$@""#, words, environment: environment, input: input)
    }

    /// Runs a script in which `$0` is the program and `$@` are the words.
    static func shell(
        _ script: String, _ words: [String] = [], environment: [String: String] = [:],
        input: String = ""
    ) async throws -> Child.Outcome {
        try await child(script, words, environment: environment, input: input) { child in
            try child.finish()
        }
    }

    /// Starts a script and follows it with `body`, on a thread where waiting holds up nobody.
    static func child<Result: Sendable>(
        _ script: String, _ words: [String] = [], environment: [String: String] = [:],
        input: String = "", doesInputWait: Bool = true,
        _ body: @escaping @Sendable (Child) throws -> Result
    ) async throws -> Result {
        SignalWatcher.ignoreBrokenPipes()
        return try await withCheckedThrowingContinuation { done in
            Thread.detachNewThread {
                done.resume(
                    with: Swift.Result {
                        try body(
                            Child(
                                script, words, environment: environment, input: Array(input.utf8),
                                doesInputWait: doesInputWait))
                    })
            }
        }
    }
}
