package import AMS
package import Radio

/// Features of one phone other than its notifications.
///
/// They wait until the link is known to be secure: an iPhone without a bond answers a read of its
/// battery with a request to pair.
package struct FurtherFeatures {
    /// All further features.
    package static var all: FurtherFeatures { FurtherFeatures(FurtherService.allCases) }

    private var features: [any PhoneFeature<FeatureFact>]
    /// Reported facts.
    package private(set) var facts = PhoneFacts()
    /// Offered services of a link that is not known to be secure.
    private var waiting: [ServiceID] = []
    private var isSecure = false

    /// - Parameter services: the services to use, each with its own feature.
    package init(_ services: [FurtherService]) {
        features = FurtherService.allCases.filter(services.contains).map(\.feature)
    }

    package var needs: [ServiceNeed] { features.map { type(of: $0).need } }

    /// Time at which `timePassed` is due.
    package var nextDeadline: Duration? { features.compactMap(\.nextDeadline).min() }

    /// Handles a link event; events of other services are ignored.
    package mutating func take(_ event: LinkEvent, at now: Duration) -> [FeatureAction<FeatureFact>]
    {
        if let service = event.offeredService {
            waiting.removeAll { $0 == service }
            if !isSecure, case .appeared = event {
                waiting.append(service)
                return []
            }
        }
        return perform { feature in
            guard event.service == type(of: feature).need.service else { return [] }
            return switch event {
            case .appeared: feature.begin(at: now)
            case .vanished: feature.end(at: now)
            default: feature.take(event, at: now)
            }
        }
    }

    /// Starts the features of the offered services; to be called once the link is known to be secure.
    package mutating func linkIsSecure(at now: Duration) -> [FeatureAction<FeatureFact>] {
        guard !isSecure else { return [] }
        isSecure = true
        let offered = waiting
        return offered.flatMap { take(.appeared($0), at: now) }
    }

    /// Ends all features after the link is gone.
    package mutating func end(at now: Duration) -> [FeatureAction<FeatureFact>] {
        (isSecure, waiting) = (false, [])
        return perform { $0.end(at: now) }
    }

    /// Performs due work.
    package mutating func timePassed(at now: Duration) -> [FeatureAction<FeatureFact>] {
        perform { feature in
            feature.nextDeadline.map { $0 <= now } == true ? feature.timePassed(at: now) : []
        }
    }

    /// Performs a command on the media player; nil if this host does not use the service.
    package mutating func perform(
        _ command: MediaCommandID, at now: Duration
    ) -> [FeatureAction<FeatureFact>]? {
        for index in features.indices {
            guard var media = features[index] as? MappedFeature<MediaFeature> else { continue }
            defer { features[index] = media }
            return media.perform { $0.perform(command, at: now) }
        }
        return nil
    }

    private mutating func perform(
        _ body: (inout any PhoneFeature<FeatureFact>) -> [FeatureAction<FeatureFact>]
    ) -> [FeatureAction<FeatureFact>] {
        let actions = features.indices.flatMap { body(&features[$0]) }
        for case .tell(let fact) in actions { facts.take(fact) }
        return actions
    }
}

extension FurtherService {
    fileprivate var feature: any PhoneFeature<FeatureFact> {
        switch self {
        case .battery: BatteryFeature()
        case .device: DeviceFeature()
        case .time: ClockFeature()
        case .media: MappedFeature(MediaFeature()) { .media($0) }
        }
    }
}
