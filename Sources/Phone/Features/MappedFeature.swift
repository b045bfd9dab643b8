import Radio

/// A feature whose news become facts.
struct MappedFeature<Inner: PhoneFeature>: PhoneFeature {
    static var need: ServiceNeed { Inner.need }

    private var inner: Inner
    private let fact: @Sendable (Inner.News) -> FeatureFact

    init(_ inner: Inner, _ fact: @escaping @Sendable (Inner.News) -> FeatureFact) {
        self.inner = inner
        self.fact = fact
    }

    var nextDeadline: Duration? { inner.nextDeadline }

    mutating func begin(at now: Duration) -> [FeatureAction<FeatureFact>] {
        perform { $0.begin(at: now) }
    }

    mutating func end(at now: Duration) -> [FeatureAction<FeatureFact>] {
        perform { $0.end(at: now) }
    }

    mutating func take(_ event: LinkEvent, at now: Duration) -> [FeatureAction<FeatureFact>] {
        perform { $0.take(event, at: now) }
    }

    mutating func timePassed(at now: Duration) -> [FeatureAction<FeatureFact>] {
        perform { $0.timePassed(at: now) }
    }

    /// Calls the feature itself.
    mutating func perform(
        _ body: (inout Inner) -> [FeatureAction<Inner.News>]
    ) -> [FeatureAction<FeatureFact>] {
        body(&inner).map { action in
            switch action {
            case .ask(let call): .ask(call)
            case .tell(let news): .tell(fact(news))
            case .letGo: .letGo
            }
        }
    }
}
