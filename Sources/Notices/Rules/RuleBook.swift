import ANCS
package import Linux
import Patterns

/// Decides what of the notices is shown, and keeps to it for as long as a notice lives.
package struct RuleBook: Sendable {
    /// Notices whose judgement is remembered; past that the one heard of longest ago is judged anew.
    package static let memoryLimit = 16_384
    /// Texts that may be the same again; past that the oldest counts as new.
    package static let duplicateLimit = 1024
    /// Steps that all patterns together may take over one event.
    static let effortLimit = 500_000

    /// What was decided about a notice.
    private struct Verdict: Sendable {
        enum Outcome: Sendable {
            case leftOut(LeftOutReason)
            case shown(RuleAction)
        }

        var outcome: Outcome
        /// When it came: rules about hours look at this alone.
        let arrival: MomentOfWeek
        /// Whether it is a call that rings or goes on for all who were told of it.
        var isOpenCall = false
    }

    /// What becomes of a notice when it comes.
    package struct Judgement: Hashable, Sendable {
        /// The rule that is about it, by its name.
        package let rule: String?
        /// Why it is left out; nil where it is shown.
        package let leftOut: LeftOutReason?
        fileprivate let action: RuleAction
    }

    /// What has been done so far.
    package private(set) var counters = RuleCounters()
    /// Apps of which nothing new is shown; what was decided stands when one is muted or no longer is.
    package var mutes = Mutes()
    private var rules: [Rule]
    private var general: GeneralRules
    private var verdicts = BoundedMemory<NoticeID, Verdict>(limit: memoryLimit)
    /// When words were shown last, by a number that nobody can foresee.
    private var shownWords = BoundedMemory<Int, Duration>(limit: duplicateLimit)
    private var pace = AppPace()

    package init(rules: [Rule] = [], general: GeneralRules = GeneralRules()) {
        self.rules = rules
        self.general = general
    }

    /// Takes other rules; what was decided about notices stands.
    package mutating func replace(rules: [Rule], general: GeneralRules) {
        self.rules = rules
        self.general = general
        let names = Set(rules.map(\.name))
        counters.byRule = counters.byRule.filter { names.contains($0.key) }
    }

    /// How many notices each rule was about, in the order of the rules.
    package var hits: [(rule: String, count: Int)] {
        rules.map { ($0.name, counters.byRule[$0.name] ?? 0) }
    }

    /// The notice as it may be shown now: as it was shown last, or without its words where it was
    /// left out.
    package func redacted(_ notice: Notice) -> Notice {
        guard case .shown(let action) = verdicts[notice.id]?.outcome else {
            return RuleAction(.hide).applied(to: notice)
        }
        return action.applied(to: notice)
    }

    /// Whether a notice was shown when it was heard of last.
    package func shows(_ id: NoticeID) -> Bool {
        if case .shown = verdicts[id]?.outcome { true } else { false }
    }

    /// How many judgements are remembered.
    package var rememberedCount: Int { verdicts.count }

    /// The event as it may be shown, or nil where it may not; what is not about a notice passes.
    ///
    /// - Parameter local: the time by the clock on the wall.
    package mutating func judge(
        _ event: BoardEvent, at now: Duration, local: LocalTime
    ) -> BoardEvent? {
        guard case .notice(let change, let notice, let wall) = event else { return event }
        let judged: (NoticeChange, Notice)? =
            switch (verdicts[notice.id], change) {
            case (let verdict?, .removed), (let verdict?, .forgotten):
                close(verdict, change, notice)
            case (let verdict?, _): goOn(verdict, change, notice, at: now)
            // What nobody has heard of cannot come to much any more.
            case (nil, .removed), (nil, .forgotten), (nil, .ended):
                passing(change, notice, at: MomentOfWeek(local))
            case (nil, _): arrive(change, notice, MomentOfWeek(local), at: now)
            }
        return judged.map { .notice($0, $1, at: wall) }
    }

    private mutating func passing(
        _ change: NoticeChange, _ notice: Notice, at moment: MomentOfWeek
    ) -> (NoticeChange, Notice)? {
        let action = action(for: notice, at: moment)?.action ?? .asItIs
        if action.isDrop { return nil }
        if change == .ended, mutes.takes(notice.appID) {
            counters.leftOut[.muted, default: 0] += 1
            return nil
        }
        return (change, action.applied(to: notice))
    }

    private mutating func arrive(
        _ change: NoticeChange, _ notice: Notice, _ arrival: MomentOfWeek, at now: Duration
    ) -> (NoticeChange, Notice)? {
        let judgement = judgement(of: notice, arrival, at: now)
        if let reason = judgement.leftOut {
            verdicts[notice.id] = Verdict(outcome: .leftOut(reason), arrival: arrival)
            return nil
        }
        verdicts[notice.id] = Verdict(
            outcome: .shown(judgement.action), arrival: arrival, isOpenCall: notice.isOpenCall)
        return (change, judgement.action.applied(to: notice))
    }

    /// Says what becomes of a notice that comes now, and counts it.
    private mutating func judgement(
        of notice: Notice, _ arrival: MomentOfWeek, at now: Duration
    ) -> Judgement {
        let rule = action(for: notice, at: arrival)
        if let rule { counters.byRule[rule.name, default: 0] += 1 }
        let action = rule?.action ?? .asItIs
        let reason = obstacle(to: notice, action, arrival, at: now)
        if let reason {
            counters.leftOut[reason, default: 0] += 1
        } else {
            counters.shown += 1
            if action.applied(to: notice).hidden != .nothing { counters.hidden += 1 }
        }
        return Judgement(rule: rule?.name, leftOut: reason, action: action)
    }

    /// The same for a notice of which nothing more will be heard, such as one that was kept.
    package mutating func judgement(
        of notice: Notice, at now: Duration, local: LocalTime
    ) -> Judgement {
        judgement(of: notice, MomentOfWeek(local), at: now)
    }

    /// Why a notice that comes now is left out, or nil where it is shown.
    private mutating func obstacle(
        to notice: Notice, _ action: RuleAction, _ arrival: MomentOfWeek, at now: Duration
    ) -> LeftOutReason? {
        if action.isDrop { return .rule }
        if mutes.takes(notice.appID) { return .muted }
        let isCall = notice.category.isAboutCalls
        if action.visibility != .show, !isCall || general.silencesCalls,
            general.quietHours?.contains(arrival) ?? false
        {
            return .quietHours
        }
        if isCall { return nil }
        let words = notice.wordsHash
        if general.duplicateWindow > .zero {
            if let last = shownWords[words], now - last < general.duplicateWindow {
                return .duplicate
            }
        }
        if let count = general.notesPerMinute, !notice.flags.contains(.preExisting),
            !pace.takes(notice.appID, perMinute: count, at: now)
        {
            return .rate
        }
        if general.duplicateWindow > .zero { shownWords[words] = now }
        return nil
    }

    private mutating func close(
        _ verdict: Verdict, _ change: NoticeChange, _ notice: Notice
    ) -> (NoticeChange, Notice)? {
        verdicts[notice.id] = nil
        guard case .shown(let action) = verdict.outcome else { return nil }
        return (change, action.applied(to: notice))
    }

    /// Judges news about a notice: words that changed may make another rule be about it.
    private mutating func goOn(
        _ verdict: Verdict, _ change: NoticeChange, _ notice: Notice, at now: Duration
    ) -> (NoticeChange, Notice)? {
        let isCall = notice.call != nil || notice.category.isAboutCalls
        switch verdict.outcome {
        case .leftOut(let reason):
            let later = isCall ? nil : action(for: notice, at: verdict.arrival)?.action ?? .asItIs
            guard let later, later.overcomes(reason) else {
                verdicts[notice.id] = verdict
                return nil
            }
            return arrive(.added, notice, verdict.arrival, at: now)
        case .shown(let earlier):
            let later = action(for: notice, at: verdict.arrival)?.action ?? .asItIs
            let action = isCall ? earlier.followed(by: later) : later
            guard !action.isDrop else { return withdraw(verdict, notice, action, isCall) }
            verdicts[notice.id] = Verdict(
                outcome: .shown(action), arrival: verdict.arrival, isOpenCall: notice.isOpenCall)
            return (change, action.applied(to: notice))
        }
    }

    /// Takes back what was shown before its words were such that it is left out.
    private mutating func withdraw(
        _ verdict: Verdict, _ notice: Notice, _ action: RuleAction, _ isCall: Bool
    ) -> (NoticeChange, Notice)? {
        counters.leftOut[.rule, default: 0] += 1
        verdicts[notice.id] = Verdict(outcome: .leftOut(.rule), arrival: verdict.arrival)
        var notice = action.applied(to: notice)
        guard isCall else { return (.removed, notice) }
        guard verdict.isOpenCall else { return nil }
        notice.call?.state = .ended
        return (.ended, notice)
    }

    /// The first rule that is about a notice.
    private mutating func action(
        for notice: Notice, at moment: MomentOfWeek
    ) -> (name: String, action: RuleAction)? {
        guard !rules.isEmpty else { return nil }
        let words = FoldedWords(notice)
        var effort = MatchEffort(steps: Self.effortLimit)
        defer { counters.givenUpSearches += effort.givenUp }
        return rules.first { $0.isAbout(words, at: moment, &effort) }
            .map { ($0.name, $0.action) }
    }
}

extension RuleAction {
    /// Whether a notice that was left out for some reason is shown now that this is said about it.
    fileprivate func overcomes(_ reason: LeftOutReason) -> Bool {
        switch reason {
        case .rule: !isDrop
        case .quietHours: visibility == .show
        case .duplicate, .rate, .muted: false
        }
    }
}

extension Notice {
    /// Whether this is a call that rings or goes on.
    fileprivate var isOpenCall: Bool {
        call.map { $0.state == .ringing || $0.state == .answered } ?? false
    }

    /// A number for the words of this notice, other ones in every process.
    fileprivate var wordsHash: Int {
        var hasher = Hasher()
        hasher.combine(phone)
        for text in [appID, title, message] { hasher.combine(text) }
        return hasher.finalize()
    }
}
