package import Notices
package import Settings

/// Keys that sections of several kinds have.
package enum OutletKeys {
    /// What becomes of what the phone delivers in silence.
    package static let silent = Key<Silence>(
        "silent", .choice, default: .quiet,
        summary: "What is delivered in silence, as with Focus, is left out (hide), shown without a "
            + "light, a bell or large letters (quiet), or like all else (show)")
    /// The days on which quiet hours begin.
    package static let quietDays = Key<[DaySpan]>.list(
        "quiet-days", of: .days, example: "sat, sun",
        summary: "On which days quiet hours begin; on all by default")
    /// Whether calls, too, are left out in quiet hours.
    package static let quietCalls = Key<Bool>(
        "quiet-calls", .yesOrNo, default: false,
        summary: "Whether quiet hours silence calls as well")
}

extension ValueSyntax<DaySpan> {
    /// Days of the week in a row.
    package static let days = ValueSyntax(
        wants: "mon, tue, wed, thu, fri, sat, sun or a span such as mon-fri",
        words: Weekday.allCases.map(\.rawValue),
        read: { (text) throws(ValueRefusal) in
            guard let span = DaySpan(parsing: text) else { throw .otherKind }
            return span
        }, write: { $0.description })
}
