import ANCS

/// Decision about a notification on its arrival.
package struct Judgement: Hashable, Sendable {
    /// Name of the matching rule.
    package let rule: String?
    /// Reason why the notification is dropped; nil if it is shown.
    package let leftOut: LeftOutReason?
    fileprivate let action: RuleAction
}

/// Filter that decides which notifications are shown, and keeps each decision for the life of the notification.
package struct Screening: Sendable {
    /// Maximum number of texts remembered as duplicates; beyond that the oldest counts as new.
    package static let duplicateLimit = 1024

    /// Earlier decision about a notification.
    private enum Verdict: Sendable {
        case leftOut(LeftOutReason)
        /// - Parameter isOpenCall: whether recipients regard it as a live call.
        case shown(RuleAction, isOpenCall: Bool)
    }

    /// Counters so far.
    package private(set) var counters = RuleCounters()
    /// Muted apps; a change does not affect earlier decisions.
    var mutes = Mutes()
    private var general: GeneralRules
    private var verdicts = BoundedMemory<NoticeID, Verdict>(limit: RuleBook.memoryLimit)
    /// Time when texts were last shown, by a randomly seeded hash.
    private var shownWords = BoundedMemory<Int, Duration>(limit: duplicateLimit)
    private var pace = AppPace()

    /// - Parameter general: settings for all notifications, in addition to rules.
    package init(_ general: GeneralRules = GeneralRules()) {
        self.general = general
    }

    /// Replaces the general settings; earlier decisions about notifications remain in effect.
    ///
    /// - Parameter rules: names of all current rules.
    mutating func replace(_ general: GeneralRules, rules: Set<String>) {
        self.general = general
        counters.byRule = counters.byRule.filter { rules.contains($0.key) }
    }

    /// Number of remembered decisions.
    var rememberedCount: Int { verdicts.count }

    /// Returns the notification as last shown, or without texts if it was dropped.
    func redacted(_ notice: Notice) -> Notice {
        guard case .shown(let action, _) = verdicts[notice.id] else {
            return RuleAction(.hide).applied(to: notice)
        }
        return action.applied(to: notice)
    }

    /// Returns whether a notification was shown at its last event.
    func shows(_ id: NoticeID) -> Bool {
        if case .shown = verdicts[id] { true } else { false }
    }

    /// Returns the event as it may be shown; nil if it is dropped.
    ///
    /// Events without a notification or beacon always pass.
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
            // At the end of an unknown notification the current rule applies; no decision is remembered.
            case (nil, .removed), (nil, .forgotten), (nil, .ended):
                passing(change, notice, ruled.action)
            case (nil, _): arrive(change, notice, ruled, at: now)
            }
        return passed.map { .notice($0, $1, at: wall) }
    }

    /// Applies rules to a beacon event; in quiet hours it becomes current state that draws no attention.
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

    /// Decides about an arriving notification, and counts it.
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

    /// Returns the reason why an arriving notification is dropped; nil if it is shown.
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
        if let count = general.notesPerMinute, !notice.isPreExisting,
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

    /// Evaluates a change of a known notification, for which another rule may match now.
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

    /// Withdraws a shown notification whose changed text matches a rule that drops it.
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
    /// Returns whether this action shows a notification that was dropped for a reason.
    fileprivate func overcomes(_ reason: LeftOutReason) -> Bool {
        switch reason {
        case .rule: !isDrop
        case .quietHours: visibility == .show
        case .duplicate, .rate, .muted: false
        }
    }
}

extension Notice {
    /// Whether this is a ringing or active call.
    fileprivate var isOpenCall: Bool {
        call.map { $0.state == .ringing || $0.state == .answered } ?? false
    }

    /// Hash of the notification's texts, which differs between processes.
    fileprivate var wordsHash: Int {
        var hasher = Hasher()
        hasher.combine(phone)
        for text in [appID, title, message] { hasher.combine(text) }
        return hasher.finalize()
    }
}
