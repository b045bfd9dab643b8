package import Linux
import Patterns

/// The rules, and their application to events.
///
/// The matching rule is determined once for all outputs. The general settings are a second step for what is shown;
/// other consumers may apply their own `Screening`.
package struct RuleBook: Sendable {
    /// Maximum number of notifications whose arrival is remembered; beyond that the least recently updated one counts as new.
    package static let memoryLimit = 16_384
    /// Maximum number of steps that all patterns together may take for one event.
    static let effortLimit = 500_000

    private var rules: [Rule]
    private var arrivals = BoundedMemory<NoticeID, MomentOfWeek>(limit: memoryLimit)
    private var screening: Screening
    private var givenUpSearches = 0

    /// - Parameters:
    ///   - rules: rules in order of evaluation.
    ///   - general: settings for all notifications.
    package init(rules: [Rule] = [], general: GeneralRules = GeneralRules()) {
        self.rules = rules
        screening = Screening(general)
    }

    /// Replaces the rules; earlier decisions about notifications remain in effect.
    package mutating func replace(rules: [Rule], general: GeneralRules) {
        self.rules = rules
        screening.replace(general, rules: Set(rules.map(\.name)))
    }

    /// Muted apps; a change does not affect earlier decisions.
    package var mutes: Mutes {
        get { screening.mutes }
        set { screening.mutes = newValue }
    }

    /// Counters so far.
    package var counters: RuleCounters {
        var counters = screening.counters
        counters.givenUpSearches = givenUpSearches
        return counters
    }

    /// Number of matches of each rule, in order of the rules.
    package var hits: [(rule: String, count: Int)] {
        rules.map { ($0.name, screening.counters.byRule[$0.name] ?? 0) }
    }

    /// Number of remembered decisions.
    package var rememberedCount: Int { screening.rememberedCount }

    /// Returns the notification as last shown, or without texts if it was dropped.
    package func redacted(_ notice: Notice) -> Notice { screening.redacted(notice) }

    /// Returns whether a notification was shown at its last event.
    package func shows(_ id: NoticeID) -> Bool { screening.shows(id) }

    /// First step: finds the rule that matches an event.
    ///
    /// - Parameter local: current local time, evaluated only if needed.
    package mutating func rule(
        on event: BridgeEvent, local: @autoclosure () -> LocalTime
    ) -> RuledEvent {
        if case .beacon(let news, _) = event {
            let moment = MomentOfWeek(local())
            let rule = rules.first { $0.isAbout(news, at: moment) }
            return RuledEvent(
                event, rule: rule?.name, action: rule?.action ?? .asItIs, arrival: moment)
        }
        guard case .notice(let change, let notice, _) = event else { return RuledEvent(event) }
        let known = arrivals[notice.id]
        let arrival = known ?? MomentOfWeek(local())
        switch change {
        case .removed, .forgotten: arrivals[notice.id] = nil
        // An ended call without a known start has no further events.
        case .ended where known == nil: break
        default: arrivals[notice.id] = arrival
        }
        return rule(on: event, notice, at: arrival)
    }

    /// Second step: returns the event as it may be shown; nil if it is dropped.
    package mutating func shown(_ ruled: RuledEvent, at now: Duration) -> BridgeEvent? {
        screening.pass(ruled, at: now)
    }

    /// Evaluates a notification without further events, such as one from the history.
    package mutating func judgement(
        of notice: Notice, at now: Duration, local: LocalTime
    ) -> Judgement {
        let event = BridgeEvent.notice(.added, notice, at: notice.received)
        return screening.judgement(
            of: notice, rule(on: event, notice, at: MomentOfWeek(local)), at: now)
    }

    /// Finds the first rule that matches a notification.
    private mutating func rule(
        on event: BridgeEvent, _ notice: Notice, at arrival: MomentOfWeek
    ) -> RuledEvent {
        guard !rules.isEmpty else { return RuledEvent(event, arrival: arrival) }
        let words = FoldedWords(notice)
        var effort = MatchEffort(steps: Self.effortLimit)
        defer { givenUpSearches += effort.givenUp }
        let rule = rules.first { $0.isAbout(words, at: arrival, &effort) }
        return RuledEvent(
            event, rule: rule?.name, action: rule?.action ?? .asItIs, arrival: arrival)
    }
}
