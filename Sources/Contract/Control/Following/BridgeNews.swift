package import Contract
package import Notices

/// What comes from a bridge that is followed, or from a central database, which shows many bridges as one.
package enum BridgeNews: Sendable {
    /// The bridge is there, perhaps again: the events that follow describe the current state, whatever was told before.
    case begun
    /// All of the current state was told; the events that follow are new.
    case caughtUp
    /// Something that is so or happens, and what of it is news: nil if it was so before, or was told.
    case event(BridgeEvent, news: BridgeEvent?)
    /// So many events were left out because the reader was too slow.
    case leftOut(Int)
    /// The status of the bridge, now and then.
    case status(StatusAnswer)
    /// How each bridge of a central database is.
    case bridges([FollowedBridge])
    /// There is no bridge, or not any more; it is tried again.
    case lost(ControlFailure)
    /// The central database is away, in words for the administrator; it is tried again.
    case centreLost(String)
}

/// A bridge of a central database, as displays name it.
package struct FollowedBridge: ControlAnswer, Hashable {
    /// The site and the name.
    package var name = ""
    /// Since when it has been silent, or that it is here.
    package var words = ""
    /// Whether it has been silent for too long.
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
