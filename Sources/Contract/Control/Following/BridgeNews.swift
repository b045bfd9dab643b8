package import Notices

/// News from a followed bridge, or from a central database, which presents many bridges as one.
package enum BridgeNews: Sendable {
    /// Connected, possibly again; the following events describe the current state and replace any earlier one.
    case begun
    /// End of the current state; the following events are live.
    case caughtUp
    /// An event of the current state or a live event, and the part of it that is news; nil if nothing is.
    case event(BridgeEvent, news: BridgeEvent?)
    /// Number of events dropped because the reader was too slow.
    case leftOut(Int)
    /// The status of the bridge, at intervals.
    case status(StatusAnswer)
    /// State of each bridge of a central database.
    case bridges([FollowedBridge])
    /// The bridge cannot be reached; the connection is retried.
    case lost(ControlFailure)
    /// The central database cannot be reached; the reason is for the administrator, and the connection is retried.
    case centralLost(String)
}

/// A bridge of a central database, as shown on displays.
package struct FollowedBridge: ControlAnswer, Hashable {
    /// Site and name.
    package var name = ""
    /// State in words, with the start of a silence.
    package var words = ""
    /// Whether the bridge has been silent for too long.
    package var isTrouble = false

    package init() {}

    package init(name: String, words: String, isTrouble: Bool) {
        (self.name, self.words, self.isTrouble) = (name, words, isTrouble)
    }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("name", &name, .text)
        try fields.required("words", &words, .text)
        try fields.required("trouble", &isTrouble, .truth)
    }
}
