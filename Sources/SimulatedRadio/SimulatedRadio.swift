package import Linux
internal import PhoneLinks
package import Radio
package import SimulatedPhone

/// A radio whose phones play a scenario.
@LoopActor
package final class SimulatedRadio: AirRadio {
    private struct Lent {
        weak let link: ATTPhoneLink?
    }

    private let player: ScenarioPlayer
    private let earAlarm: Alarm
    private var isListening = false
    private var broadcasts: [AirBroadcast] = []
    private let pace: Pace
    private let mark: String
    private let pause: Duration?
    private let pauseAlarm: Alarm
    private var links: [Lent] = []
    private var hasStopped = false
    /// The bonds of phones that did not answer the MTU request.
    private var mtuUnanswered: Set<String> = []

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
        earAlarm = Alarm(on: pace)
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
        stopListening()
        broadcasts = []
        for lent in links { lent.link?.close(because: .stopping) }
        links = []
        player.stop()
    }

    private func welcome(
        _ phone: PhoneIdentity, _ needs: [ServiceNeed], _ socket: consuming FileDescriptor,
        _ handler: @escaping @LoopActor (RadioEvent) -> Void
    ) {
        guard !hasStopped else { return }
        let link = ATTPhoneLink(
            phone: phone, needs: needs, socket: socket, pace: pace,
            asksMTU: !mtuUnanswered.contains(phone.bond)
        ) { [player] in
            player.secure(bond: phone.bond)
        }
        link.mtuUnanswered = { [weak self] in
            guard let self, mtuUnanswered.insert(phone.bond).inserted else { return }
            handler(.advice(UnansweredMTU.advice(about: phone.name)))
        }
        links = links.filter { $0.link != nil } + [Lent(link: link)]
        // A kernel raises the security of a bonded phone's link before anything is sent on it.
        player.secure(bond: phone.bond)
        handler(.connected(link))
    }
}

// MARK: The air

extension SimulatedRadio {
    /// Listens from now on; it hears what the scenario says is in the air.
    package func startListening(_ tell: @escaping @LoopActor (AirEvent) -> Void) {
        guard !hasStopped else { return }
        isListening = true
        // As from a real adapter, which answers later.
        earAlarm.set(after: .zero) { [weak self] in
            tell(.listening(true))
            // Whoever was told may have had enough.
            guard let self, isListening else { return }
            player.listen { tell(.heard($0)) }
        }
    }

    /// Listens no longer.
    package func stopListening() {
        isListening = false
        earAlarm.cancel()
        player.stopListening()
    }

    /// Sends these, as far as anybody in the program can tell.
    package func broadcast(_ messages: [AirBroadcast]) {
        broadcasts = messages
    }

    /// A simulation hears without a word of its own, and everything that is sent is on the air.
    package var air: AirCondition {
        AirCondition(
            listening: .passive, hasExtendedAdvertising: true,
            broadcasts: broadcasts.map {
                BroadcastCondition(name: $0.name, isOnAir: true, interval: $0.interval)
            })
    }

    /// Tells at once how well a phone is heard over its link, as the scenario says.
    package func askSignal(of bond: String, _ tell: @escaping @LoopActor (Int?) -> Void) {
        tell(player.signal(of: bond))
    }
}
