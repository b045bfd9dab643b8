package import Board
package import Notices
package import Settings

/// Configuration keys of displays.
package enum DisplayKeys {
    package static let detail = Key<BoardOptions.Detail>(
        "detail", .choice, default: .full,
        summary: "How much is shown: everything (full), only name and category (names), or "
            + "only the number (counts)"
    )
    /// Visibility of one-time codes.
    package static let codes = Key<CodeDisplay>(
        "codes", .choice, default: .hide,
        summary: "Whether one-time codes are legible (show), or each of their characters is a dot "
            + "(hide)")
    /// The categories that are shown.
    package static let categories = Key<[String]>.list(
        "categories", of: .choice(Category.words, kind: "category"),
        example: "incoming_call, missed_call",
        summary: "The categories that are shown, by name or label; all by default")
    /// Hours in which no new notification is shown.
    package static let quietHours = Key<TimeSpan?>.optional(
        "quiet-hours", .timeSpan, example: "22:00-07:00",
        summary: "When no new notification is shown, except for calls")
    /// Rule for folding notifications into one row.
    package static let grouping = Key<RowGrouping>(
        "group", .choice, default: .thread,
        summary: "Which notifications are folded into one row with a count: none, those of one "
            + "app and title (thread), or those of one app")
    /// Hours of the night colours.
    package static let night = Key<TimeSpan?>.optional(
        "night", .timeSpan, example: "21:00-07:00",
        summary: "When the colours are dark red, for the night")

    /// The keys that all displays share.
    package static let shown = [
        detail.entry, codes.entry, grouping.entry,
        categories.entry,
        quietHours.entry, OutletKeys.quietDays.entry,
        OutletKeys.quietCalls.entry, OutletKeys.silent.entry,
    ]
}
