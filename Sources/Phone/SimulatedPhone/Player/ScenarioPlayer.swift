package import Linux
package import Radio

/// Plays a scenario: its phones connect, do what their timelines say, and come back when a link
/// breaks, until `stop`.
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
    /// Whether the end is still to be told.
    private var isPlaying = false

    /// - Parameter seed: what chance does is the same for the same seed.
    package init(_ scenario: Scenario, pace: Pace, seed: UInt64) {
        self.scenario = scenario
        self.pace = pace
        self.seed = seed
        air = AirPlayer(scenario.air, pace: pace, seed: seed)
        startAlarm = Alarm(on: pace)
        endAlarm = Alarm(on: pace)
    }

    /// Begins to play; the host hears nothing before this returns.
    package func start(for host: any ScenarioHost) {
        stop()
        self.host = host
        isPlaying = true
        startAlarm.set(after: .zero, for: self) { $0.begin() }
    }

    /// Plays everything once more, on the links that there are: to be called once it has finished.
    package func playAgain() {
        guard !startAlarm.isSet, !endAlarm.isSet else { return }
        isPlaying = true
        endAlarm.set(after: scenario.end, for: self) { $0.finishIfOver() }
        for player in players.values { player.startAgain() }
        air.begin()
    }

    /// Tells a phone that the host has paired with it and encrypted the link of the moment.
    package func secure(bond: String) {
        players[bond]?.secure()
    }

    /// Tells what else is in the air from now on.
    package func listen(_ tell: @escaping @LoopActor (AirMessage) -> Void) {
        air.listen(tell)
    }

    /// Tells nothing of the air any more.
    package func stopListening() {
        air.stopListening()
    }

    /// How strong a phone arrives over its link, in dBm; nil while it has none.
    package func signal(of bond: String) -> Int? {
        players[bond]?.signal
    }

    /// Breaks every link and calls no handler any more.
    package func stop() {
        startAlarm.cancel()
        endAlarm.cancel()
        isPlaying = false
        for player in players.values { player.stop() }
        players = [:]
        air.stop()
    }

    private func begin() {
        // The alarm first: what is due at the same time then happens after it has fired.
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

/// The host that the phones of a scenario come to.
@LoopActor
package protocol ScenarioHost: AnyObject {
    /// A phone connects: this is the host's end of a new link, which is not encrypted until `secure` says so.
    func arrived(_ bond: String, _ name: String, _ socket: consuming FileDescriptor)

    /// A phone is called this from now on.
    func isNow(_ bond: String, named name: String)

    /// Every timeline is over; told once each time that the scenario is played.
    func finished()
}
