extension Phone {
    /// Queues an answer according to the behaviour.
    mutating func send(_ answer: [UInt8], after responseDue: Duration) {
        guard !behaviour.isSilent, link?.server.isSubscribed(to: .dataSource) == true else {
            return
        }
        let due = responseDue + behaviour.answerDelay.drawn(with: &random)
        let first = cut(answer, due: due)
        switch behaviour.answerTiming {
        case .once: link?.outbox.answer(first)
        case .twice:
            let second = cut(answer, due: due)
            link?.outbox.answer(first)
            link?.outbox.answer(second)
        case .late: link?.heldAnswer = first
        }
    }

    /// Sends a value of the scenario, once the host has subscribed to its characteristic.
    mutating func send(_ value: RawValue) {
        waitingValues.append(value)
        sendWaitingValues()
    }

    mutating func sendWaitingValues() {
        let values = waitingValues
        waitingValues = []
        for value in values {
            if let packet = packet(of: value) {
                link?.outbox.announce(packet)
            } else {
                waitingValues.append(value)
            }
        }
    }

    private func packet(of value: RawValue) -> [UInt8]? {
        let characteristic: LiveCharacteristic
        switch value.channel {
        case .link: return link == nil ? nil : value.bytes
        case .notificationSource: characteristic = .notificationSource
        case .dataSource: characteristic = .dataSource
        }
        guard let server = link?.server, server.isSubscribed(to: characteristic) else {
            return nil
        }
        return server.notification(of: characteristic, value.bytes)
    }

    private mutating func cut(_ answer: [UInt8], due: Duration) -> PacketOutbox.Answer {
        guard let server = link?.server else {
            return PacketOutbox.Answer(due: due, fragments: Queue())
        }
        let largest = server.mtu - 3
        var fragments: [PacketOutbox.Answer.Fragment] = []
        var rest = answer[...]
        while !rest.isEmpty {
            let size =
                switch behaviour.fragmentation {
                case .asLargeAsPossible: largest
                case .bytes(let bytes): min(bytes, largest)
                case .random: Int.random(in: 1...largest, using: &random)
                }
            let piece = Array(rest.prefix(size))
            rest = rest.dropFirst(size)
            guard let packet = server.notification(of: .dataSource, piece) else { break }
            fragments.append(
                PacketOutbox.Answer.Fragment(
                    packet: packet, pause: behaviour.fragmentDelay.drawn(with: &random)))
        }
        return PacketOutbox.Answer(due: due, fragments: Queue(fragments))
    }
}
