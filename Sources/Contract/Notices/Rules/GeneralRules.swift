/// What holds for notices beside the rules about some of them.
package struct GeneralRules: Hashable, Sendable {
    /// When notices are left out.
    package var quietHours: Hours?
    /// Whether calls are left out in quiet hours as well.
    package var silencesCalls = false
    /// For how long the same words from the same app on the same phone are left out; zero for never.
    package var duplicateWindow: Duration = .zero
    /// How many notices of an app are shown in a minute; nil for all.
    package var notesPerMinute: Int?

    /// Nothing is left out.
    package init() {}
}

/// Why a notice is not shown.
package enum LeftOutReason: String, Hashable, Sendable, CaseIterable {
    /// A rule says so.
    case rule
    /// It came in quiet hours.
    case quietHours = "quiet_hours"
    /// The same was shown a moment ago.
    case duplicate
    /// Its app has had its share of this minute.
    case rate
    /// Its app is muted.
    case muted
}

/// What rules have done so far; a notice counts once for each time that it came to be judged so.
package struct RuleCounters: Hashable, Sendable {
    /// Notices that were shown, changed or not.
    package internal(set) var shown = 0
    /// Notices of which less was shown than came.
    package internal(set) var hidden = 0
    /// Notices that were not shown.
    package internal(set) var leftOut: [LeftOutReason: Int] = [:]
    /// Events around beacons that were shown.
    package internal(set) var shownBeacons = 0
    /// Events around beacons that were not shown, or only known.
    package internal(set) var leftOutBeacons = 0
    /// Notices, and events around beacons, that each rule was about, by its name.
    package internal(set) var byRule: [String: Int] = [:]
    /// Searches for a pattern that were given up, so that nothing was found.
    package internal(set) var givenUpSearches = 0
}
