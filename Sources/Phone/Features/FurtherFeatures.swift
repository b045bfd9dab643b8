package import Radio

/// Something that a phone says of itself through a further service.
package struct FeatureFact: Hashable, Sendable {
    /// Its name in `status`.
    package let name: String
    /// Nil where the phone does not say it any more.
    package let value: Int?

    /// A fact by its name.
    package init(_ name: String, _ value: Int?) {
        self.name = name
        self.value = value
    }
}

/// What is made of the services of one phone beside its notifications: a feature for each.
package struct FurtherFeatures {
    /// Those of every phone.
    package static var all: FurtherFeatures { FurtherFeatures([]) }

    private var features: [any PhoneFeature<FeatureFact>]
    /// What the phone says of itself, by name.
    package private(set) var facts: [String: Int] = [:]

    /// Features that each need another service.
    package init(_ features: [any PhoneFeature<FeatureFact>]) {
        self.features = features
    }

    /// The services that they are about.
    package var needs: [ServiceNeed] { features.map { type(of: $0).need } }

    /// When `timePassed` has something to do.
    package var nextDeadline: Duration? { features.compactMap(\.nextDeadline).min() }

    /// Takes what a link reports; what is of another service is none of theirs.
    package mutating func take(_ event: LinkEvent, at now: Duration) -> [FeatureAction<FeatureFact>]
    {
        perform { feature in
            guard event.service == type(of: feature).need.service else { return [] }
            return switch event {
            case .appeared: feature.begin(at: now)
            case .vanished: feature.end(at: now)
            default: feature.take(event, at: now)
            }
        }
    }

    /// The link is gone.
    package mutating func end(at now: Duration) -> [FeatureAction<FeatureFact>] {
        perform { $0.end(at: now) }
    }

    /// Does what is due.
    package mutating func timePassed(at now: Duration) -> [FeatureAction<FeatureFact>] {
        perform { feature in
            feature.nextDeadline.map { $0 <= now } == true ? feature.timePassed(at: now) : []
        }
    }

    private mutating func perform(
        _ body: (inout any PhoneFeature<FeatureFact>) -> [FeatureAction<FeatureFact>]
    ) -> [FeatureAction<FeatureFact>] {
        let actions = features.indices.flatMap { body(&features[$0]) }
        for case .tell(let fact) in actions { facts[fact.name] = fact.value }
        return actions
    }
}
