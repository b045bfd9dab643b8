package import Radio

/// Maker and model of a phone (Device Information Service 1.1).
///
/// The model is read once for each link, and the maker once for each model.
package struct DeviceFeature: PhoneFeature {
    package static let service = ServiceID(short: 0x180A)
    package static let model = CharacteristicID(short: 0x2A24, of: service)
    package static let maker = CharacteristicID(short: 0x2A29, of: service)
    package static let need = ServiceNeed(service, requiring: [model], optional: [maker])

    private var read = RepeatedRead(model)
    private var information = DeviceInformation()

    package init() {}

    package var nextDeadline: Duration? { read.deadline }

    package mutating func begin(at now: Duration) -> [FeatureAction<FeatureFact>] {
        // The model of a bond does not change, unless a phone was restored to another.
        read = RepeatedRead(Self.model)
        return [.ask(read.begin())]
    }

    /// Ends the feature; the model of the phone stays known.
    package mutating func end(at now: Duration) -> [FeatureAction<FeatureFact>] {
        read.end()
        return []
    }

    package mutating func take(
        _ event: LinkEvent, at now: Duration
    ) -> [FeatureAction<FeatureFact>] {
        switch event {
        case .read(Self.model, .success(let value)):
            let model = DeviceInformation.text(value)
            guard model != information.model || information.maker == nil else {
                read.end()
                return []
            }
            information = DeviceInformation(model: model)
            read = RepeatedRead(Self.maker)
            return [.tell(.device(information)), .ask(read.begin())]
        case .read(Self.maker, .success(let value)):
            read.end()
            information.maker = DeviceInformation.text(value)
            return [.tell(.device(information))]
        case .read(read.characteristic, .failure(let error)):
            read.refused(error, at: now)
            return []
        default: return []
        }
    }

    package mutating func timePassed(at now: Duration) -> [FeatureAction<FeatureFact>] {
        read.timePassed(at: now).map { [.ask($0)] } ?? []
    }
}
