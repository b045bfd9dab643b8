import Linux
import Radio

extension ATTPhoneLink {
    func end(_ bearerEnd: BearerEnd, because reason: LinkEnd) {
        call {
            guard end == .none else { return }
            untold = []
            report(.closed(reason))
            channel.close(because: bearerEnd)
        }
    }

    func receive(_ event: GATTEvent) {
        switch event {
        case .serviceFound: appear(needs.first?.service)
        case .serviceVanished, .serviceNotFound: vanish(needs.first?.service)
        case .furtherFound(let uuid): appear(needed(uuid))
        case .furtherVanished(let uuid), .furtherNotFound(let uuid): vanish(needed(uuid))
        case .value(let uuid, let value):
            guard let characteristic = characteristic(uuid) else { return }
            report(.value(characteristic, value))
        case .completed(let id, let outcome):
            guard let linkCall = calls.removeValue(forKey: id) else { return }
            // `closed` is reported instead of an answer.
            if outcome != .failed(.bearerEnded) { report(linkCall.answer(to: outcome)) }
        case .learned(let known):
            owner?.learned(known, by: self)
        case .named(let name):
            owner?.named(name, by: self)
        case .ended(let end):
            if end.isUnansweredMTU { owner?.leavesMTUUnanswered(self) }
            report(.closed(LinkEnd(end)))
        case .violated:
            break
        }
    }

    private func needed(_ uuid: UUID) -> ServiceID? {
        needs.first { UUID($0.service.uuid) == uuid }?.service
    }

    private func characteristic(_ uuid: UUID) -> CharacteristicID? {
        needs.lazy.flatMap(\.characteristics).first { UUID($0.uuid) == uuid }
    }

    private func appear(_ service: ServiceID?) {
        guard let service else { return }
        offers[service] = true
        report(.appeared(service))
    }

    private func vanish(_ service: ServiceID?) {
        // A service that vanished is searched again at once, and then usually not found.
        guard let service, offers[service] != false else { return }
        offers[service] = false
        report(.vanished(service))
    }
}
