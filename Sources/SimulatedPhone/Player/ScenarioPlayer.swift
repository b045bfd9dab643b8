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
    private var onFinished: (@LoopActor () -> Void)?

    /// Takes the host's end of a phone's new link.
    package typealias ArrivalHandler =
        @LoopActor (
            _ bond: String, _ name: String, _ socket: consuming FileDescriptor
        ) -> Void

    /// Hears of a phone's new name.
    package typealias RenameHandler = @LoopActor (_ bond: String, _ name: String) -> Void

    /// - Parameter seed: what chance does is the same for the same seed.
    package init(_ scenario: Scenario, pace: Pace, seed: UInt64) {
        self.scenario = scenario
        self.pace = pace
        self.seed = seed
        air = AirPlayer(scenario.air, pace: pace, seed: seed)
        startAlarm = Alarm(on: pace)
        endAlarm = Alarm(on: pace)
    }

    /// Begins to play; neither handler is called before this returns.
    ///
    /// - Parameters:
    ///   - onArrival: takes the host's end of a new link each time a phone connects; the link is
    ///     not encrypted until `secure` says so.
    ///   - onRename: hears what a phone is called from now on.
    ///   - onFinished: hears once that every timeline is over.
    package func start(
        onArrival: @escaping ArrivalHandler, onRename: @escaping RenameHandler = { _, _ in },
        onFinished: @escaping @LoopActor () -> Void
    ) {
        stop()
        self.onFinished = onFinished
        startAlarm.set(after: .zero, for: self) { $0.begin(onArrival, onRename) }
    }

    /// Plays everything once more, on the links that there are: to be called once it has finished.
    ///
    /// - Parameter onFinished: hears once that every timeline is over again.
    package func playAgain(onFinished: @escaping @LoopActor () -> Void) {
        guard !startAlarm.isSet, !endAlarm.isSet else { return }
        self.onFinished = onFinished
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
        onFinished = nil
        for player in players.values { player.stop() }
        players = [:]
        air.stop()
    }

    private func begin(
        _ onArrival: @escaping ArrivalHandler, _ onRename: @escaping RenameHandler
    ) {
        // The alarm first: what is due at the same time then happens after it has fired.
        endAlarm.set(after: scenario.end, for: self) { $0.finishIfOver() }
        for (index, script) in scenario.phones.enumerated() {
            var seeds = SeededRandom(seed: seed &+ UInt64(index))
            players[script.bond] = PhonePlayer(
                script, pace: pace, seed: seeds.next(),
                onArrival: { name, socket in onArrival(script.bond, name, socket) },
                onRename: { name in onRename(script.bond, name) },
                onTimelineEnd: { [weak self] in self?.finishIfOver() })
        }
        air.begin()
    }

    private func finishIfOver() {
        guard !endAlarm.isSet, players.values.allSatisfy(\.isTimelineOver) else { return }
        let onFinished = onFinished
        self.onFinished = nil
        onFinished?()
    }
}
