package import Linux
package import Radio

/// Player of a scenario.
///
/// Its phones connect, follow their timelines, and reconnect after a lost link, until `stop`.
@LoopActor
package final class ScenarioPlayer {
    private let scenario: Scenario
    private let pace: Pace
    private let seed: UInt64
    private let air: AirPlayer
    private var players: [String: PhonePlayer] = [:]
    private let startAlarm: Alarm
    private let endAlarm: Alarm
    private weak var host: (any ScenarioHost)?
    /// Whether the end is still to be reported.
    private var isPlaying = false

    /// - Parameter seed: makes the random events reproducible.
    package init(_ scenario: Scenario, pace: Pace, seed: UInt64) {
        self.scenario = scenario
        self.pace = pace
        self.seed = seed
        air = AirPlayer(scenario.air, pace: pace, seed: seed)
        startAlarm = Alarm(on: pace)
        endAlarm = Alarm(on: pace)
    }

    /// Starts playing; the host receives no events before this returns.
    package func start(for host: any ScenarioHost) {
        stop()
        self.host = host
        isPlaying = true
        startAlarm.set(after: .zero, for: self) { $0.begin() }
    }

    /// Plays the scenario again on the existing links; to be called once it has finished.
    package func playAgain() {
        guard !startAlarm.isSet, !endAlarm.isSet else { return }
        isPlaying = true
        endAlarm.set(after: scenario.end, for: self) { $0.finishIfOver() }
        for player in players.values { player.startAgain() }
        air.begin()
    }

    /// Reports to a phone that the host has paired with it and encrypted the current link.
    package func secure(bond: String) {
        players[bond]?.secure()
    }

    /// Starts reporting received messages.
    package func listen(_ tell: @escaping @LoopActor (AirMessage) -> Void) {
        air.listen(tell)
    }

    /// Stops reporting received messages.
    package func stopListening() {
        air.stopListening()
    }

    /// Returns the signal strength of a phone's link in dBm; nil without a link.
    package func signal(of bond: String) -> Int? {
        players[bond]?.signal
    }

    /// Closes all links, and reports no further events.
    package func stop() {
        startAlarm.cancel()
        endAlarm.cancel()
        isPlaying = false
        for player in players.values { player.stop() }
        players = [:]
        air.stop()
    }

    private func begin() {
        // The end alarm is set first, so that phones' events due at the same time follow it.
        endAlarm.set(after: scenario.end, for: self) { $0.finishIfOver() }
        for (index, script) in scenario.phones.enumerated() {
            var seeds = SeededRandom(seed: seed &+ UInt64(index))
            players[script.bond] = PhonePlayer(script, pace: pace, seed: seeds.next(), of: self)
        }
        air.begin()
    }

    func arrived(_ bond: String, _ name: String, _ socket: consuming FileDescriptor) {
        host?.arrived(bond, name, socket)
    }

    func isNow(_ bond: String, named name: String) { host?.isNow(bond, named: name) }

    func finishIfOver() {
        guard isPlaying, !endAlarm.isSet, players.values.allSatisfy(\.isTimelineOver) else {
            return
        }
        isPlaying = false
        host?.finished()
    }
}

/// Host to which the phones of a scenario connect.
@LoopActor
package protocol ScenarioHost: AnyObject {
    /// Handles a new link with the host's end of its socket; it is not encrypted until `secure`.
    func arrived(_ bond: String, _ name: String, _ socket: consuming FileDescriptor)

    /// Handles a new name of a phone.
    func isNow(_ bond: String, named name: String)

    /// Reports the end of all timelines, once each time the scenario is played.
    func finished()
}
