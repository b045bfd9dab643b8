/// A characteristic of the media service.
enum MediaCharacteristic: CaseIterable, Hashable, Sendable {
    case remoteCommand
    case entityUpdate
    case entityAttribute
}

extension ServiceDefinition {
    /// First handle of the media service on a plain phone.
    private static let plainMediaHandle: UInt16 = 0x0014

    /// Returns the services with a media service that the phone's player answers.
    static func withPlayer(_ services: [ServiceDefinition]) -> [ServiceDefinition] {
        var services = services
        if !services.contains(where: { $0.type == media.type }) {
            var plain = media
            plain.firstHandle = plainMediaHandle
            services.append(plain)
        }
        return services.map { service in
            guard service.type == media.type else { return service }
            var service = service
            for (index, part) in zip(service.characteristics.indices, MediaCharacteristic.allCases)
            {
                service.characteristics[index].live = .media(part)
            }
            return service
        }
    }

    /// Returns the service with subscriptions to the player as a phone behaves.
    func behaving(_ behaviour: MediaBehaviour) -> ServiceDefinition {
        var service = self
        for (index, characteristic) in characteristics.enumerated() {
            guard case .media = characteristic.live else { continue }
            service.characteristics[index].subscription = behaviour.subscription
        }
        return service
    }
}
