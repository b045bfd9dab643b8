package import Features
package import Radio

/// A further service as small as one can be: how full a phone's battery is.
package struct LevelFeature: PhoneFeature {
    /// What a short number stands for.
    private static let base: UInt128 = 0x0000_0000_0000_1000_8000_0080_5F9B_34FB
    package static let service = ServiceID(0x180F << 96 | base)
    package static let level = CharacteristicID(0x2A19 << 96 | base, of: service)
    package static let need = ServiceNeed(service, requiring: [level])

    package private(set) var nextDeadline: Duration?

    package init() {}

    /// This feature alone.
    package static var alone: FurtherFeatures { FurtherFeatures([LevelFeature()]) }

    package mutating func begin(at now: Duration) -> [FeatureAction<FeatureFact>] {
        [.ask(.subscribe(Self.level)), .ask(.read(Self.level))]
    }

    package mutating func end(at now: Duration) -> [FeatureAction<FeatureFact>] {
        nextDeadline = nil
        return [.tell(FeatureFact("battery", nil))]
    }

    package mutating func take(
        _ event: LinkEvent, at now: Duration
    ) -> [FeatureAction<FeatureFact>] {
        switch event {
        case .value(Self.level, let value), .read(Self.level, .success(let value)):
            nextDeadline = now + .seconds(3600)
            return value.first.map { [.tell(FeatureFact("battery", Int($0)))] } ?? []
        default: return []
        }
    }

    /// Looks again where nothing was told for long.
    package mutating func timePassed(at now: Duration) -> [FeatureAction<FeatureFact>] {
        nextDeadline = nil
        return [.ask(.read(Self.level))]
    }
}
