extension Phone {
    /// State of the phone's request for the host's services, which it sends upon the host's first
    /// request.
    enum Question: Sendable {
        case none
        case due
        /// Waiting for the answer until this time; the host's requests meanwhile are kept.
        case asked(until: Duration, kept: [[UInt8]])
    }

    /// Time limit of the answer, after which the phone disconnects.
    private static let patience: Duration = .seconds(30)
    /// Read By Group Type: all primary services.
    private static let request: [UInt8] = [0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28]

    /// Time at which the phone stops waiting for the answer; nil while it does not wait.
    var questionDeadline: Duration? {
        guard case .asked(let deadline, _) = link?.question else { return nil }
        return deadline
    }

    /// Takes a packet of the host that must wait for the answer, or that is the answer; returns
    /// false for any other packet.
    mutating func holds(_ packet: [UInt8], at now: Moment) -> Bool {
        guard let operation = packet.first, let question = link?.question else { return false }
        switch question {
        case .none:
            return false
        case .due:
            guard Operation.isRequest(operation) else { return false }
            link?.question = .asked(until: now.time + Self.patience, kept: [packet])
            link?.outbox.tell(Self.request)
            return true
        case .asked(let deadline, var kept):
            if isAnswer(packet) {
                link?.question = .none
                for packet in kept { answer(packet, at: now) }
                return true
            }
            guard Operation.isRequest(operation) else { return false }
            // A host may have only one outstanding request; the limit is for hosts that send more.
            if kept.count < PacketOutbox.requestLimit { kept.append(packet) }
            link?.question = .asked(until: deadline, kept: kept)
            return true
        }
    }

    private func isAnswer(_ packet: [UInt8]) -> Bool {
        let request = Operation.readByGroupTypeRequest
        return packet.first == Operation.response(to: request)
            || packet.starts(with: [Operation.errorResponse, request])
    }

    /// Closes the link if the host has not answered in time.
    mutating func giveUpQuestion(at now: Duration) {
        guard let questionDeadline, questionDeadline <= now, link?.drop == nil else { return }
        link?.question = .none
        link?.drop = .seconds(1)
    }
}
