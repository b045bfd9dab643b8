package import Radio

/// What is made of one service of a phone: bytes and time come in, and what is to be done comes out.
///
/// Times are those of one clock that nobody sets.
package protocol PhoneFeature<News> {
    /// Something that happens, for whoever shows it.
    associatedtype News

    /// The service that it is about.
    static var need: ServiceNeed { get }

    /// When `timePassed` has something to do.
    var nextDeadline: Duration? { get }

    /// The phone offers the service.
    mutating func begin(at now: Duration) -> [FeatureAction<News>]

    /// The phone does not offer it any more, or is gone.
    mutating func end(at now: Duration) -> [FeatureAction<News>]

    /// Something came of a characteristic of the service.
    mutating func take(_ event: LinkEvent, at now: Duration) -> [FeatureAction<News>]

    /// Does what is due.
    mutating func timePassed(at now: Duration) -> [FeatureAction<News>]
}

/// What a feature wants done.
package enum FeatureAction<News> {
    /// Asks the phone.
    case ask(LinkCall)
    /// Takes note.
    case tell(News)
    /// Lets go of the phone, which does not answer, once all else is done.
    case letGo
}
