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
    /// Bonds of phones that did not answer the MTU request.
    private var mtuUnanswered: Set<String> = []

    /// - Parameters:
    ///   - mark: suffix of the phone names.
    ///   - pause: delay before the scenario is repeated; nil to play it once.
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

    /// Starts the scenario; links of simulated phones are reported as by a real radio.
    package func start(
        for needs: [ServiceNeed], _ handler: @escaping @LoopActor (RadioEvent) -> Void
    ) {
        self.handler = handler
        self.needs = needs
        player.start(for: self)
    }

    /// Closes all links and stops the scenario.
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

    /// Reports a phone that has connected, like a real radio.
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

    /// Records the new name of a phone.
    package func isNow(_ bond: String, named name: String) {
        for case let link? in links.map(\.link) where link.phone.bond == bond {
            link.isNow(PhoneIdentity(bond: bond, name: name + mark))
        }
    }

    /// Handles the end of the scenario, and schedules its repetition if requested.
    package func finished() {
        guard !hasStopped else { return }
        if !hasFinished { handler?(.finished) }
        hasFinished = true
        if let pause { pauseAlarm.set(after: pause, for: self) { $0.player.playAgain() } }
    }

    /// Skips the MTU request on all later links of a phone that did not answer it, and advises the user once.
    package func leavesMTUUnanswered(_ link: ATTPhoneLink) {
        guard mtuUnanswered.insert(link.phone.bond).inserted else { return }
        handler?(.advice(UnansweredMTU.advice(about: link.phone.name)))
    }

    /// Raises the security of the link again, as a kernel does.
    package func secure(_ link: ATTPhoneLink) { player.secure(bond: link.phone.bond) }
}

// MARK: Scanning and broadcasting

extension SimulatedRadio {
    /// Starts listening; the beacon messages heard are those of the scenario.
    package func startListening(_ tell: @escaping @LoopActor (AirEvent) -> Void) {
        guard !hasStopped else { return }
        isListening = true
        // Delayed, like the answer of a real adapter.
        earAlarm.set(after: .zero, for: self) { radio in
            tell(.listening(true))
            // The receiver may have stopped listening meanwhile.
            if radio.isListening { radio.player.listen { tell(.heard($0)) } }
        }
    }

    /// Stops listening.
    package func stopListening() {
        isListening = false
        earAlarm.cancel()
        player.stopListening()
    }

    /// Stores these messages, which `air` then reports as sent.
    package func broadcast(_ messages: [AirBroadcast]) {
        broadcasts = messages
    }

    /// Condition of a radio that listens passively and sends every message.
    package var air: AirCondition {
        AirCondition(
            listening: .passive, hasExtendedAdvertising: true,
            broadcasts: broadcasts.map {
                BroadcastCondition(name: $0.name, isOnAir: true, interval: $0.interval)
            })
    }

    /// Returns the signal of a phone's link that the scenario defines.
    package func signal(of bond: String) async -> Int? { player.signal(of: bond) }
}
