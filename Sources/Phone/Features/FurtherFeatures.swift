package import Radio

/// A fact reported by a phone through a further service.
package struct FeatureFact: Hashable, Sendable {
    /// Name in `status`.
    package let name: String
    /// Number in `status`; nil removes the fact from there.
    package let value: Int?

    package init(_ name: String, _ value: Int?) {
        self.name = name
        self.value = value
    }
}

/// Features of one phone other than its notifications.
package struct FurtherFeatures {
    /// Further features that every phone gets; none so far.
    package static var all: FurtherFeatures { FurtherFeatures([]) }

    private var features: [any PhoneFeature<FeatureFact>]
    /// Reported facts by name.
    package private(set) var facts: [String: Int] = [:]

    /// - Parameter features: each must need another service.
    package init(_ features: [any PhoneFeature<FeatureFact>]) {
        self.features = features
    }

    package var needs: [ServiceNeed] { features.map { type(of: $0).need } }

    /// Time at which `timePassed` is due.
    package var nextDeadline: Duration? { features.compactMap(\.nextDeadline).min() }

    /// Handles a link event; events of other services are ignored.
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

    /// Ends all features after the link is gone.
    package mutating func end(at now: Duration) -> [FeatureAction<FeatureFact>] {
        perform { $0.end(at: now) }
    }

    /// Performs due work.
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
