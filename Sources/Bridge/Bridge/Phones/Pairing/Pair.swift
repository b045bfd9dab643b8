package import Commands
import Configuration
import Linux

/// The pairing of one phone from the command line.
package enum Pair {
    /// Runs on the calling thread until a phone is paired, or none will be.
    package static func run(_ options: PairCommand) -> ExitStatus {
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
        switch lock(for: options) {
        case nil: return PairClient.run(options)
        case .success(let lock):
            defer { withExtendedLifetime(lock) {} }
            return PairSession.run(options, settings, radio)
        case .failure(let refusal):
            Messages.say(refusal.sentence)
            return refusal.status
        }
    }

    /// How long a bridge that begins may take until it listens, and how often that is looked at.
    private static let patience: Duration = .seconds(10)
    private static let glance: Duration = .milliseconds(100)

    /// Takes the folder, or says why that cannot be; nil where the bridge that has it listens by now.
    ///
    /// A bridge takes the folder first, and listens a moment later.
    private static func lock(
        for options: PairCommand
    ) -> Result<StateLock, StateOptions.Refusal>? {
        let deadline = EventLoop.now + patience
        var isTold = false
        while true {
            let result = options.state.lock()
            guard case .failure(let refusal) = result, refusal.isTaken, !options.state.isNamed
            else { return result }
            if options.client.isThere { return nil }
            if EventLoop.now >= deadline { return result }
            if !isTold { Messages.say("a bridge is about to begin; waiting for it") }
            isTold = true
            EventLoop.run { await EventLoop.pause(glance) }
        }
    }
}
