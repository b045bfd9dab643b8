import ANCS

/// What becomes of a notice when it comes.
package struct Judgement: Hashable, Sendable {
    /// The rule that is about it, by its name.
    package let rule: String?
    /// Why it is left out; nil where it is shown.
    package let leftOut: LeftOutReason?
    fileprivate let action: RuleAction
}

/// Decides what of the notices gets through, and keeps to it for as long as a notice lives: what rules let, and with
/// general rules no more than keeps those who watch calm.
package struct Screening: Sendable {
    /// Texts that may be the same again; past that the oldest counts as new.
    package static let duplicateLimit = 1024

    /// What was decided about a notice.
    private enum Verdict: Sendable {
        case leftOut(LeftOutReason)
        /// - Parameter isOpenCall: whether it is a call that rings or goes on for all who were told of it.
        case shown(RuleAction, isOpenCall: Bool)
    }

    /// What has been done so far.
    package private(set) var counters = RuleCounters()
    /// Apps of which nothing new is shown; what was decided stands when one is muted or no longer is.
    var mutes = Mutes()
    private var general: GeneralRules
    private var verdicts = BoundedMemory<NoticeID, Verdict>(limit: RuleBook.memoryLimit)
    /// When words were shown last, by a number that nobody can foresee.
    private var shownWords = BoundedMemory<Int, Duration>(limit: duplicateLimit)
    private var pace = AppPace()

    /// - Parameter general: what else is left out, whatever rules say.
    package init(_ general: GeneralRules = GeneralRules()) {
        self.general = general
    }

    /// Takes other general rules; what was decided about notices stands.
    ///
    /// - Parameter rules: the names of all rules that there are from now on.
    mutating func replace(_ general: GeneralRules, rules: Set<String>) {
        self.general = general
        counters.byRule = counters.byRule.filter { rules.contains($0.key) }
    }

    /// How many judgements are remembered.
    var rememberedCount: Int { verdicts.count }

    /// The notice as it may be shown now: as it was shown last, or without its words where it was left out.
    func redacted(_ notice: Notice) -> Notice {
        guard case .shown(let action, _) = verdicts[notice.id] else {
            return RuleAction(.hide).applied(to: notice)
        }
        return action.applied(to: notice)
    }

    /// Whether a notice was shown when it was heard of last.
    func shows(_ id: NoticeID) -> Bool {
        if case .shown = verdicts[id] { true } else { false }
    }

    /// The event as it gets through, or nil where it does not; what is not about a notice does.
    package mutating func pass(_ ruled: RuledEvent, at now: Duration) -> BridgeEvent? {
        if case .beacon(let news, let wall) = ruled.event {
            return pass(news, ruled).map { .beacon($0, at: wall) }
        }
        guard case .notice(let change, let notice, let wall) = ruled.event else {
            return ruled.event
        }
        let passed: (NoticeChange, Notice)? =
            switch (verdicts[notice.id], change) {
            case (let verdict?, .removed), (let verdict?, .forgotten):
                close(verdict, change, notice)
            case (let verdict?, _): goOn(verdict, change, notice, ruled, at: now)
            // What nobody has heard of cannot come to much any more.
            case (nil, .removed), (nil, .forgotten), (nil, .ended):
                passing(change, notice, ruled.action)
            case (nil, _): arrive(change, notice, ruled, at: now)
            }
        return passed.map { .notice($0, $1, at: wall) }
    }

    /// What happened around a beacon, as it gets through: in quiet hours it disturbs nobody, but is known.
    private mutating func pass(_ news: BeaconNews, _ ruled: RuledEvent) -> BeaconNews? {
        let counts = news.change != .range && !news.isKept
        if let rule = ruled.rule, counts { counters.byRule[rule, default: 0] += 1 }
        if ruled.action.isDrop {
            if counts { counters.leftOutBeacons += 1 }
            return nil
        }
        guard counts, ruled.action.visibility != .show, let arrival = ruled.arrival,
            general.quietHours?.contains(arrival) == true
        else {
            if counts { counters.shownBeacons += 1 }
            return news
        }
        counters.leftOutBeacons += 1
        guard news.change.lasts else { return nil }
        var news = news
        news.isKept = true
        return news
    }

    /// Says what becomes of a notice that comes now, and counts it.
    mutating func judgement(
        of notice: Notice, _ ruled: RuledEvent, at now: Duration
    ) -> Judgement {
        if let rule = ruled.rule { counters.byRule[rule, default: 0] += 1 }
        let reason = obstacle(to: notice, ruled.action, ruled.arrival, at: now)
        if let reason {
            counters.leftOut[reason, default: 0] += 1
        } else {
            counters.shown += 1
            if ruled.action.applied(to: notice).hidden != .nothing { counters.hidden += 1 }
        }
        return Judgement(rule: ruled.rule, leftOut: reason, action: ruled.action)
    }

    private mutating func passing(
        _ change: NoticeChange, _ notice: Notice, _ action: RuleAction
    ) -> (NoticeChange, Notice)? {
        if action.isDrop { return nil }
        if change == .ended, mutes.takes(notice.appID) {
            counters.leftOut[.muted, default: 0] += 1
            return nil
        }
        return (change, action.applied(to: notice))
    }

    private mutating func arrive(
        _ change: NoticeChange, _ notice: Notice, _ ruled: RuledEvent, at now: Duration
    ) -> (NoticeChange, Notice)? {
        let judgement = judgement(of: notice, ruled, at: now)
        if let reason = judgement.leftOut {
            verdicts[notice.id] = .leftOut(reason)
            return nil
        }
        verdicts[notice.id] = .shown(judgement.action, isOpenCall: notice.isOpenCall)
        return (change, judgement.action.applied(to: notice))
    }

    /// Why a notice that comes now is left out, or nil where it is shown.
    private mutating func obstacle(
        to notice: Notice, _ action: RuleAction, _ arrival: MomentOfWeek?, at now: Duration
    ) -> LeftOutReason? {
        if action.isDrop { return .rule }
        if mutes.takes(notice.appID) { return .muted }
        let isCall = notice.category.isAboutCalls
        if action.visibility != .show, !isCall || general.silencesCalls,
            let arrival, general.quietHours?.contains(arrival) == true
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
        guard case .shown(let action, _) = verdict else { return nil }
        return (change, action.applied(to: notice))
    }

    /// Judges news about a notice: words that changed may make another rule be about it.
    private mutating func goOn(
        _ verdict: Verdict, _ change: NoticeChange, _ notice: Notice, _ ruled: RuledEvent,
        at now: Duration
    ) -> (NoticeChange, Notice)? {
        let isCall = notice.call != nil || notice.category.isAboutCalls
        switch verdict {
        case .leftOut(let reason):
            if !isCall, ruled.action.overcomes(reason) {
                return arrive(.added, notice, ruled, at: now)
            }
            verdicts[notice.id] = verdict
            return nil
        case .shown(let earlier, let wasOpenCall):
            let action = isCall ? earlier.followed(by: ruled.action) : ruled.action
            if action.isDrop {
                return withdraw(notice, action, isCall: isCall, wasOpen: wasOpenCall)
            }
            verdicts[notice.id] = .shown(action, isOpenCall: notice.isOpenCall)
            return (change, action.applied(to: notice))
        }
    }

    /// Takes back what was shown before its words were such that it is left out.
    private mutating func withdraw(
        _ notice: Notice, _ action: RuleAction, isCall: Bool, wasOpen: Bool
    ) -> (NoticeChange, Notice)? {
        counters.leftOut[.rule, default: 0] += 1
        verdicts[notice.id] = .leftOut(.rule)
        var notice = action.applied(to: notice)
        guard isCall else { return (.removed, notice) }
        guard wasOpen else { return nil }
        notice.call?.state = .ended
        return (.ended, notice)
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
