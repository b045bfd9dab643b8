package import Radio

/// Handler of one service of a phone.
///
/// It takes bytes and time, and returns the actions to perform.
///
/// Times are those of one monotonic clock.
package protocol PhoneFeature<News> {
    /// News that the feature reports, such as a notification or a fact.
    associatedtype News

    /// Service of the feature.
    static var need: ServiceNeed { get }

    /// Time at which `timePassed` is due.
    var nextDeadline: Duration? { get }

    /// Starts the feature when the phone offers the service.
    mutating func begin(at now: Duration) -> [FeatureAction<News>]

    /// Ends the feature when the service or the phone is gone.
    mutating func end(at now: Duration) -> [FeatureAction<News>]

    /// Handles an event of a characteristic of the service.
    mutating func take(_ event: LinkEvent, at now: Duration) -> [FeatureAction<News>]

    /// Performs due work.
    mutating func timePassed(at now: Duration) -> [FeatureAction<News>]
}

/// Action requested by a feature.
package enum FeatureAction<News> {
    /// Sends a request to the phone.
    case ask(LinkCall)
    /// Reports news.
    case tell(News)
    /// Closes the link to a phone that does not answer, after all other actions.
    case letGo
}
