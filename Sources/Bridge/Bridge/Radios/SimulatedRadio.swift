package import ATT
package import Linux
package import Radio
package import SimulatedPhone

/// A radio whose phones play a scenario.
@LoopActor
package final class SimulatedRadio: AirRadio, ScenarioHost, ATTPhoneLinkOwner {
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
    private var handler: (@LoopActor (RadioEvent) -> Void)?
    private var needs: [ServiceNeed] = []
    private var hasFinished = false
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
        self.handler = handler
        self.needs = needs
        player.start(for: self)
    }

    /// Breaks all links, and plays no more.
    package func stop() async {
        guard !hasStopped else { return }
        hasStopped = true
        pauseAlarm.cancel()
        stopListening()
        broadcasts = []
        for lent in links { lent.link?.close(because: .stopping) }
        links = []
        player.stop()
    }

    /// A phone comes, as to a real radio.
    package func arrived(
        _ bond: String, _ name: String, _ socket: consuming FileDescriptor
    ) {
        guard !hasStopped else { return }
        let phone = PhoneIdentity(bond: bond, name: name + mark)
        let link = ATTPhoneLink(
            phone: phone, needs: needs, socket: socket, pace: pace,
            asksMTU: !mtuUnanswered.contains(phone.bond))
        link.owner = self
        links = links.filter { $0.link != nil } + [Lent(link: link)]
        // A kernel raises the security of a bonded phone's link before anything is sent on it.
        player.secure(bond: phone.bond)
        handler?(.connected(link))
    }

    /// A phone is called otherwise.
    package func isNow(_ bond: String, named name: String) {
        for case let link? in links.map(\.link) where link.phone.bond == bond {
            link.isNow(PhoneIdentity(bond: bond, name: name + mark))
        }
    }

    /// The scenario is over, and is played again after the pause, and so on.
    package func finished() {
        guard !hasStopped else { return }
        if !hasFinished { handler?(.finished) }
        hasFinished = true
        if let pause { pauseAlarm.set(after: pause, for: self) { $0.player.playAgain() } }
    }

    /// Its next link does not ask.
    package func leavesMTUUnanswered(_ link: ATTPhoneLink) {
        guard mtuUnanswered.insert(link.phone.bond).inserted else { return }
        handler?(.advice(UnansweredMTU.advice(about: link.phone.name)))
    }

    /// As a kernel does once more.
    package func secure(_ link: ATTPhoneLink) { player.secure(bond: link.phone.bond) }
}

// MARK: The air

extension SimulatedRadio {
    /// Listens from now on; it hears what the scenario says is in the air.
    package func startListening(_ tell: @escaping @LoopActor (AirEvent) -> Void) {
        guard !hasStopped else { return }
        isListening = true
        // As from a real adapter, which answers later.
        earAlarm.set(after: .zero, for: self) { radio in
            tell(.listening(true))
            // Whoever was told may have had enough.
            if radio.isListening { radio.player.listen { tell(.heard($0)) } }
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

    /// Says at once how well a phone is heard over its link, as the scenario says.
    package func signal(of bond: String) async -> Int? { player.signal(of: bond) }
}
