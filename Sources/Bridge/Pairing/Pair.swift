import Linux

/// The pairing of one phone from the command line.
package enum Pair {
    /// Runs on the calling thread until a phone is paired, or none will be.
    package static func run(_ options: PairOptions) -> ExitStatus {
        if !options.state.isNamed, options.client.isThere { return PairClient.run(options) }
        let settings: BridgeSettings
        do throws(SettingsFile.Failure) {
            settings = try options.file.read()
        } catch {
            Messages.say("\(error)")
            return error.status
        }
        if let problem = RadioOptions.problem(with: options.given, settings) {
            Messages.say(problem)
            return .usage
        }
        guard let radio = settings.radio.real else {
            Messages.say(RadioKind.nothingPairedHere)
            return .unavailable
        }
        if let refusal = radio.refusal {
            Messages.say(refusal.sentence)
            return refusal.status
        }
        switch options.state.lock() {
        case .success(let lock):
            defer { withExtendedLifetime(lock) {} }
            return PairSession.run(options, settings, radio)
        case .failure(let refusal):
            Messages.say(refusal.sentence)
            return refusal.status
        }
    }
}
