package import Control
package import Notices

extension StatusRules {
    /// Converts the counters of shown and hidden notifications.
    package init(_ counters: RuleCounters) {
        self.init()
        shown = counters.shown
        hidden = counters.hidden
        leftOut = counters.leftOut.values.reduce(0, +)
        leftOutRule = counters.leftOut[.rule] ?? 0
        leftOutQuietHours = counters.leftOut[.quietHours] ?? 0
        leftOutDuplicate = counters.leftOut[.duplicate] ?? 0
        leftOutRate = counters.leftOut[.rate] ?? 0
        leftOutMuted = counters.leftOut[.muted] ?? 0
        givenUpSearches = counters.givenUpSearches
    }
}
