package import Commands
import Configuration
import Linux

/// Pairing of one phone from the command line.
package enum Pair {
    /// Pairs on the calling thread until a phone is paired or the command ends.
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

    /// Time limit for a starting bridge to listen, and the interval of checks.
    private static let patience: Duration = .seconds(10)
    private static let glance: Duration = .milliseconds(100)

    /// Locks the state folder, or returns the reason why not; nil if a bridge now accepts requests and can pair instead.
    ///
    /// A starting bridge locks the folder first, and listens on its socket a moment later: this function waits for that.
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
            if !isTold { Messages.say("a bridge is starting; waiting for it") }
            isTold = true
            EventLoop.run { await EventLoop.pause(glance) }
        }
    }
}
