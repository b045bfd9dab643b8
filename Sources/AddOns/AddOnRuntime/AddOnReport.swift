/// How a companion is, in words without content.
package struct AddOnReport: Hashable, Sendable {
    /// Whether it does its work.
    package var works: Bool
    /// What it does, or what keeps it from that.
    package var words: String
    /// The state of the connection that the service makes to something else than the bridge; nil if it makes none.
    package var peer: Peer?
    /// What went wrong last.
    package var trouble: String?
    /// How much waits to be passed on.
    package var waiting = 0
    /// How much was left out.
    package var lost = 0

    /// Whether a service is connected.
    package enum Peer: Hashable, Sendable {
        /// It is, to what has this name.
        case connected(String)
        /// It is not, for this reason.
        case failed(String)
    }

    /// A companion that does this, or is kept from its work by that.
    package init(works: Bool, words: String) {
        self.works = works
        self.words = words
    }
}
