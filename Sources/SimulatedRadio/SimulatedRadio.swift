package import Linux
internal import PhoneLinks
package import Radio
package import SimulatedPhone

/// A radio whose phones play a scenario.
@LoopActor
package final class SimulatedRadio: Radio {
    private struct Lent {
        weak let link: ATTPhoneLink?
    }

    private let player: ScenarioPlayer
    private let pace: Pace
    private let mark: String
    private let pause: Duration?
    private let pauseAlarm: Alarm
    private var links: [Lent] = []
    private var hasStopped = false

    /// - Parameters:
    ///   - mark: what follows the names of the phones.
    ///   - pause: how long after its end the scenario is played again; nil where it is played once.
    package init(
        scenario: Scenario, pace: Pace, seed: UInt64, mark: String = "", pause: Duration? = nil
    ) {
        player = ScenarioPlayer(scenario, pace: pace, seed: seed)
        self.pace = pace
        self.mark = mark
        self.pause = pause
        pauseAlarm = Alarm(on: pace)
    }

    /// Begins to play; each link of a phone comes as it does from a real one.
    package func start(
        for needs: [ServiceNeed], _ handler: @escaping @LoopActor (RadioEvent) -> Void
    ) {
        player.start(
            onArrival: { [weak self] bond, name, socket in
                guard let self else { return }
                let phone = PhoneIdentity(bond: bond, name: name + mark)
                welcome(phone, needs, socket, handler)
            },
            onRename: { [weak self] bond, name in
                guard let self else { return }
                for case let link? in links.map(\.link) where link.phone.bond == bond {
                    link.isNow(PhoneIdentity(bond: bond, name: name + mark))
                }
            },
            onFinished: { [weak self] in
                guard let self, !hasStopped else { return }
                handler(.finished)
                repeatLater()
            })
    }

    /// Plays the scenario again after the pause, and so on.
    private func repeatLater() {
        guard let pause, !hasStopped else { return }
        pauseAlarm.set(after: pause) { [weak self] in
            self?.player.playAgain { self?.repeatLater() }
        }
    }

    /// Breaks all links, and plays no more.
    package func stop(_ done: @escaping @LoopActor () -> Void) {
        defer { done() }
        guard !hasStopped else { return }
        hasStopped = true
        pauseAlarm.cancel()
        for lent in links { lent.link?.close(because: .stopping) }
        links = []
        player.stop()
    }

    private func welcome(
        _ phone: PhoneIdentity, _ needs: [ServiceNeed], _ socket: consuming FileDescriptor,
        _ handler: @LoopActor (RadioEvent) -> Void
    ) {
        guard !hasStopped else { return }
        let link = ATTPhoneLink(phone: phone, needs: needs, socket: socket, pace: pace) {
            [player] in
            player.secure(bond: phone.bond)
        }
        links = links.filter { $0.link != nil } + [Lent(link: link)]
        // A kernel raises the security of a bonded phone's link before anything is sent on it.
        player.secure(bond: phone.bond)
        handler(.connected(link))
    }
}
