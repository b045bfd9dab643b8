package import Linux
import Patterns

/// The rules: which of them is about an event, and what is shown of it then.
///
/// Which rule is about an event is found once, for everyone. What calm there is to keep is a second step, which is
/// taken for what is shown, and which others take as they like with a `Screening` of their own.
package struct RuleBook: Sendable {
    /// Notices whose arrival is remembered; past that the one heard of longest ago counts as new.
    package static let memoryLimit = 16_384
    /// Steps that all patterns together may take over one event.
    static let effortLimit = 500_000

    private var rules: [Rule]
    private var arrivals = BoundedMemory<NoticeID, MomentOfWeek>(limit: memoryLimit)
    private var screening: Screening
    private var givenUpSearches = 0

    /// The rules in the order in which they are asked, and what holds besides them.
    package init(rules: [Rule] = [], general: GeneralRules = GeneralRules()) {
        self.rules = rules
        screening = Screening(general)
    }

    /// Takes other rules; what was decided about notices stands.
    package mutating func replace(rules: [Rule], general: GeneralRules) {
        self.rules = rules
        screening.replace(general, rules: Set(rules.map(\.name)))
    }

    /// Apps of which nothing new is shown; what was decided stands when one is muted or no longer is.
    package var mutes: Mutes {
        get { screening.mutes }
        set { screening.mutes = newValue }
    }

    /// What has been done so far.
    package var counters: RuleCounters {
        var counters = screening.counters
        counters.givenUpSearches = givenUpSearches
        return counters
    }

    /// How many notices each rule was about, in the order of the rules.
    package var hits: [(rule: String, count: Int)] {
        rules.map { ($0.name, screening.counters.byRule[$0.name] ?? 0) }
    }

    /// How many judgements are remembered.
    package var rememberedCount: Int { screening.rememberedCount }

    /// The notice as it may be shown now: as it was shown last, or without its words where it was
    /// left out.
    package func redacted(_ notice: Notice) -> Notice { screening.redacted(notice) }

    /// Whether a notice was shown when it was heard of last.
    package func shows(_ id: NoticeID) -> Bool { screening.shows(id) }

    /// The first step: which rule is about an event.
    ///
    /// - Parameter local: the time by the clock on the wall; asked for only where it matters.
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
        // Of a call that nobody has heard of no more than its end will be heard.
        case .ended where known == nil: break
        default: arrivals[notice.id] = arrival
        }
        return rule(on: event, notice, at: arrival)
    }

    /// The second step: the event as it may be shown, or nil where it may not.
    package mutating func shown(_ ruled: RuledEvent, at now: Duration) -> BridgeEvent? {
        screening.pass(ruled, at: now)
    }

    /// What becomes of a notice of which nothing more will be heard, such as one that was kept.
    package mutating func judgement(
        of notice: Notice, at now: Duration, local: LocalTime
    ) -> Judgement {
        let event = BridgeEvent.notice(.added, notice, at: notice.received)
        return screening.judgement(
            of: notice, rule(on: event, notice, at: MomentOfWeek(local)), at: now)
    }

    /// Finds the first rule that is about a notice.
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
