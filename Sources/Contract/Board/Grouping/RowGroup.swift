/// Properties shared by rows that may be grouped into one.
package struct RowGroup: Hashable, Sendable {
    /// Fewest notifications of one app or thread that are grouped: two are read as fast as one.
    package static let leastToFold = 3
    /// Fewest calls or voicemails of one caller that are grouped, since they say nothing else.
    package static let leastCallsToFold = 2

    let phone: String
    let appID: String
    /// Sender; nil if it does not matter for the grouping.
    let who: String?
    let kind: RowOrigin.Kind
    /// Whether the rows are gone from the phone; such rows are never grouped with present ones.
    let isGone: Bool

    /// Fewest rows that are grouped.
    var least: Int { kind == .other ? Self.leastToFold : Self.leastCallsToFold }
}
