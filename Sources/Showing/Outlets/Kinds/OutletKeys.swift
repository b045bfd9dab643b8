package import Notices
package import Settings

/// Keys that sections of several kinds share.
package enum OutletKeys {
    /// Treatment of notifications that the phone delivers silently.
    package static let silent = Key<Silence>(
        "silent", .choice, default: .quiet,
        summary: "Whether silently delivered notifications, as with Focus, are omitted (hide), "
            + "shown without a light, a bell or large letters (quiet), or shown like all "
            + "others (show)")
    /// Days on which quiet hours begin.
    package static let quietDays = Key<[DaySpan]>.list(
        "quiet-days", of: .days, example: "sat, sun",
        summary: "On which days quiet hours begin; on all by default")
    /// Whether quiet hours hide calls, too.
    package static let quietCalls = Key<Bool>(
        "quiet-calls", .yesOrNo, default: false,
        summary: "Whether quiet hours silence calls as well")
}

extension ValueSyntax<DaySpan> {
    /// Syntax of days of the week and spans of them.
    package static let days = ValueSyntax(
        wants: "mon, tue, wed, thu, fri, sat, sun or a span such as mon-fri", kind: "day",
        words: Weekday.allCases.map(\.rawValue),
        read: { (text) throws(ValueRefusal) in
            guard let span = DaySpan(parsing: text) else { throw .otherKind }
            return span
        }, write: { $0.description })
}
