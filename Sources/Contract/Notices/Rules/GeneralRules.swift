/// Settings for all notifications, in addition to individual rules.
package struct GeneralRules: Hashable, Sendable {
    /// Hours in which notifications are dropped.
    package var quietHours: Hours?
    /// Whether quiet hours also drop calls.
    package var silencesCalls = false
    /// Time in which repeated texts from the same app and phone are dropped; zero for none.
    package var duplicateWindow: Duration = .zero
    /// Maximum number of notifications of an app per minute; nil for no limit.
    package var notesPerMinute: Int?

    /// Creates settings that drop nothing.
    package init() {}
}

/// Reason why a notification is dropped.
package enum LeftOutReason: String, Hashable, Sendable, CaseIterable {
    case rule
    case quietHours = "quiet_hours"
    /// The same text was shown a moment ago.
    case duplicate
    /// The app has reached its limit for this minute.
    case rate
    /// The app is muted.
    case muted
}

/// Counters of the rules; a notification is counted each time it is evaluated.
package struct RuleCounters: Hashable, Sendable {
    /// Notifications that were shown, changed or not.
    package internal(set) var shown = 0
    /// Notifications shown with parts hidden.
    package internal(set) var hidden = 0
    /// Notifications dropped, by reason.
    package internal(set) var leftOut: [LeftOutReason: Int] = [:]
    /// Beacon events that were shown.
    package internal(set) var shownBeacons = 0
    /// Beacon events that were dropped, or only recorded as current state.
    package internal(set) var leftOutBeacons = 0
    /// Matches by rule name, for notifications and beacon events.
    package internal(set) var byRule: [String: Int] = [:]
    /// Pattern searches that were abandoned, which count as no match.
    package internal(set) var givenUpSearches = 0
}
