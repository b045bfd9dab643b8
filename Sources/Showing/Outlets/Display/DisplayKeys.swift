package import Board
package import Notices
package import Settings

/// The keys of what is shown on a display.
package enum DisplayKeys {
    /// How much of a notice is shown.
    package static let detail = Key<BoardOptions.Detail>(
        "detail", .choice, default: .full,
        summary: "How much is shown: everything, only who and what kind, or only how many there are"
    )
    /// Whether one-time codes are legible.
    package static let codes = Key<CodeDisplay>(
        "codes", .choice, default: .hide,
        summary: "Whether one-time codes are legible (show), or each of their characters is a dot "
            + "(hide)")
    /// The categories that are shown.
    package static let categories = Key<[String]>.list(
        "categories", of: .choice(Category.words), example: "incoming_call, missed_call",
        summary: "The categories that are shown, by name or label; all by default")
    /// When nothing new is shown.
    package static let quietHours = Key<TimeSpan?>.optional(
        "quiet-hours", .timeSpan, example: "22:00-07:00",
        summary: "When nothing new is shown; calls are")
    /// Which notices are folded into one row.
    package static let grouping = Key<RowGrouping>(
        "group", .choice, default: .thread,
        summary: "Which notices are folded into one row with a number: none, those of one app and "
            + "title (thread), or those of one app")
    /// When it has the colours of the night.
    package static let night = Key<TimeSpan?>.optional(
        "night", .timeSpan, example: "21:00-07:00",
        summary: "When it uses the dark red colours of the night")

    /// All that every display has.
    package static let shown = [
        detail.entry, codes.entry, grouping.entry,
        categories.entry,
        quietHours.entry, OutletKeys.quietDays.entry,
        OutletKeys.quietCalls.entry, OutletKeys.silent.entry,
    ]
}
