import Linux

/// The pairing of one phone from the command line.
package enum Pair {
    /// Runs on the calling thread until a phone is paired, or none will be.
    package static func run(_ options: PairOptions) -> ExitStatus {
        switch options.radio.lock() {
        case .success(let lock):
            defer { withExtendedLifetime(lock) {} }
            return PairSession.run(options)
        case .failure(let refusal):
            Messages.say(refusal.sentence)
            return refusal.status
        }
    }
}
