internal import Linux

/// Player of one phone of a scenario: its timeline, its links, and their packets.
@LoopActor
final class PhonePlayer {
    /// Maximum number of packets handled at once, so that one busy link does not delay other work
    /// on the loop.
    private static let batch = 64
    /// Time until a phone reconnects after the host has closed the link.
    private static let returnTime: Duration = .seconds(1)

    private let script: Scenario.PhoneScript
    private let pace: Pace
    private weak let owner: ScenarioPlayer?
    private var start: Duration
    private var phone: Phone
    private var socket: PhoneSocket?
    private var nextStep = 0
    private let stepAlarm: Alarm
    private let arrivalAlarm: Alarm
    private let packetAlarm: Alarm

    init(
        _ script: Scenario.PhoneScript, pace: Pace, seed: UInt64,
        of owner: ScenarioPlayer
    ) {
        self.script = script
        self.pace = pace
        self.owner = owner
        stepAlarm = Alarm(on: pace)
        arrivalAlarm = Alarm(on: pace)
        packetAlarm = Alarm(on: pace)
        start = pace.now
        phone = Phone(name: script.name, behaviour: script.behaviour, seed: seed)
        for addition in script.existing { phone.add(addition, at: now) }
        phone.playAgain(script.media, at: start)
        arrive(after: script.arrival)
        setStepAlarm()
    }

    /// Whether all steps of the timeline were played.
    var isTimelineOver: Bool { nextStep == script.timeline.count }

    /// Signal strength of the link in dBm; nil without a link.
    var signal: Int? { socket == nil ? nil : phone.behaviour.signal }

    /// Records that the host has encrypted the link.
    func secure() {
        phone.secure()
    }

    /// Restarts the timeline, with the initial notifications.
    func startAgain() {
        stepAlarm.cancel()
        start = pace.now
        nextStep = 0
        let name = phone.name
        phone.beginAgain(with: script.existing, behaving: script.behaviour, at: now)
        phone.playAgain(script.media, at: start)
        if phone.name != name { owner?.isNow(script.bond, named: phone.name) }
        exchangePackets()
        setStepAlarm()
    }

    func stop() {
        for alarm in [stepAlarm, arrivalAlarm, packetAlarm] { alarm.cancel() }
        hangUp()
    }

    private var now: Phone.Moment {
        Phone.Moment(time: pace.now, wall: .now)
    }
}

// MARK: Timeline

extension PhonePlayer {
    private func setStepAlarm() {
        guard !isTimelineOver else { return owner?.finishIfOver() ?? () }
        let due = start + script.timeline[nextStep].time
        stepAlarm.set(at: due, for: self) { $0.playDueSteps() }
    }

    private func playDueSteps() {
        while !isTimelineOver, script.timeline[nextStep].time <= pace.now - start {
            let step = script.timeline[nextStep]
            nextStep += 1
            if let name = step.unlessActed, phone.actedOn.contains(name) { continue }
            play(step.action)
        }
        exchangePackets()
        setStepAlarm()
    }

    private func play(_ action: Scenario.Action) {
        switch action {
        case .add(let addition): phone.add(addition, at: now)
        case .modify(let name, let change): phone.modify(name, change, at: now)
        case .remove(let name): phone.remove(name)
        case .set(let changes):
            let name = phone.name
            phone.change(changes, at: now)
            if phone.name != name { owner?.isNow(script.bond, named: phone.name) }
        case .media(let change): phone.play(change, at: pace.now)
        case .send(let value): phone.send(value)
        case .disconnect(let absence):
            // Earlier packets must still reach the host.
            exchangePackets()
            leave(for: absence)
        }
    }
}

// MARK: Link

extension PhonePlayer {
    private func arrive(after delay: Duration) {
        arrivalAlarm.set(after: delay, for: self) { $0.arrive() }
    }

    private func arrive() {
        do throws(Errno) {
            var farEnd: FileDescriptor?
            let nearEnd = try FileDescriptor.packetSocket(connectedTo: &farEnd)
            guard let farEnd = farEnd.take() else { return }
            socket = try PhoneSocket(nearEnd) { [weak self] event in self?.take(event) }
            phone.connect()
            owner?.arrived(script.bond, phone.name, farEnd)
            exchangePackets()
        } catch {
            // No descriptors are available; they may become available again.
            leave(for: Self.returnTime)
        }
    }

    private func leave(for absence: Duration) {
        hangUp()
        arrive(after: absence)
    }

    private func hangUp() {
        phone.disconnect()
        socket?.stop()
        socket = nil
    }

    private func take(_ event: PhoneSocket.Event) {
        exchangePackets()
        if event == .closed, socket != nil { leave(for: Self.returnTime) }
    }

    /// Receives and sends all packets possible now, and schedules the next call.
    private func exchangePackets() {
        guard let socket else { return }
        do throws(Errno) {
            try socket.flush()
            try sendPackets(on: socket)
            for _ in 0..<Self.batch {
                guard phone.takesPackets, let packet = try socket.receive() else { break }
                phone.receive(packet, at: now)
                try sendPackets(on: socket)
            }
            if let absence = phone.drop, !socket.isBlocked { return leave(for: absence) }
            try socket.wait(takingPackets: phone.takesPackets)
            setPacketAlarm(isBlocked: socket.isBlocked)
        } catch {
            leave(for: Self.returnTime)
        }
    }

    private func sendPackets(on socket: PhoneSocket) throws(Errno) {
        while !socket.isBlocked, let packet = phone.nextPacket(at: pace.now) {
            try socket.send(packet)
        }
    }

    private func setPacketAlarm(isBlocked: Bool) {
        packetAlarm.set(at: isBlocked ? nil : phone.nextDue, for: self) { $0.exchangePackets() }
    }
}
