/// What rows have in common that may be folded into one.
package struct RowGroup: Hashable, Sendable {
    /// Notices of one app or thread from which on they are folded: two are read as fast as one.
    package static let leastToFold = 3
    /// The same of calls and voicemail of one caller, which say nothing but that.
    package static let leastCallsToFold = 2

    let phone: String
    let appID: String
    /// Who; nil where that does not matter.
    let who: String?
    let kind: RowOrigin.Kind
    /// What is gone from the phone is never counted with what is there.
    let isGone: Bool

    /// How many rows are folded at the least.
    var least: Int { kind == .other ? Self.leastToFold : Self.leastCallsToFold }
}
