import ANCS
import Linux
import Notices

extension TrialJudge {
    /// Time limit for the arrival of a message, including the time to write it.
    private static let patience: Duration = .seconds(180)
    /// Extension of the limit after any other notification.
    private static let detour: Duration = .seconds(30)
    /// Time limit for clearing the notification.
    private static let clearing: Duration = .seconds(90)
    /// Duration above which fetching attributes counts as slow.
    private static let slowness: Duration = .seconds(5)

    /// All arrivals of a notification that may be the message of the step.
    private typealias Message = [TrialLog.Timed<TrialLog.Mark>]

    /// Likelihood that a notification is the message of the step.
    private enum Likeness: Comparable {
        case unlikely
        /// May be the message with its text hidden.
        case possible
        /// Contains the word of the step.
        case certain
    }

    /// Notifications of a step: the most likely messages, and the number of others.
    private struct Arrivals {
        let likeness: Likeness
        let messages: [Message]
        let others: Int
        let last: Duration

        /// First arrival of the most likely message.
        var first: TrialLog.Timed<TrialLog.Mark>? { messages.first?.first }
    }

    private func likeness(of mark: TrialLog.Mark) -> Likeness {
        if mark.hasWord { return .certain }
        if mark.category == .missedCall { return .unlikely }
        if mark.isIncomplete { return .possible }
        // Users send all messages with the same app; if it is unknown, the category decides.
        let isPossible =
            knownApps.isEmpty
            ? [.social, .email].contains(mark.category) : knownApps.contains(mark.app)
        return isPossible ? .possible : .unlikely
    }

    /// Arrived notifications with their latest content; nil before the first one.
    private var arrivals: Arrivals? {
        var found: [TrialLog.Timed<TrialLog.Mark>] = []
        for (time, (change, mark)) in log.notices {
            if let index = found.firstIndex(where: { $0.value.id == mark.id }) {
                if change == .modified { found[index].value = mark }
            } else if change == .added, !mark.flags.contains(.preExisting) {
                found.append((time, mark))
            }
        }
        let likely = found.map { likeness(of: $0.value) }
        guard let best = likely.max(), let last = found.last?.time else { return nil }
        let candidates = zip(found, likely).filter { $1 == best }.map(\.0)
        var messages: [Message] = []
        for candidate in candidates
        where candidate.value.category != .missedCall || best > .unlikely {
            let index = messages.firstIndex { $0[0].value.content == candidate.value.content }
            if let index { messages[index].append(candidate) } else { messages.append([candidate]) }
        }
        return Arrivals(
            likeness: best, messages: messages,
            others: found.count - messages.joined().count, last: last)
    }

    /// Doubt whether what has arrived is what the step asks for.
    package enum Doubt: Hashable, Sendable {
        /// No notification contains the word of the step.
        case noWord
        /// A notification may be the message, but so may a later one.
        case unsure
        /// No notification resembles the message, whose text is hidden.
        case unlikely
        /// A missed call was reported without a ring.
        case noRing
    }

    /// Current doubt, shown to the user, who can press Enter.
    package var doubt: Doubt? {
        switch step.kind {
        case .message(hasText: true, _), .removal:
            arrivals.flatMap { $0.likeness < .certain ? .noWord : nil }
        case .message(hasText: false, _):
            arrivals.flatMap {
                switch $0.likeness {
                case .unlikely: .unlikely
                case .possible: .unsure
                case .certain: nil
                }
            }
        case .call: hasOnlyMissedCall ? .noRing : nil
        case .pairing, .absence, .sleep, .restart: nil
        }
    }

    /// Returns the time at which the message is evaluated.
    private func end(_ arrivals: Arrivals?, isHidden: Bool) -> Duration {
        guard let arrivals else { return start + Self.patience }
        switch arrivals.likeness {
        case .certain: return (arrivals.first?.time ?? start) + Self.settling
        // Only a further notification shows that this was not the message.
        case .possible where isHidden: return arrivals.last + Self.detour
        case .possible, .unlikely: return max(start + Self.patience, arrivals.last + Self.detour)
        }
    }

    /// Findings if no message arrived.
    private var silence: [TrialFinding] {
        let isAnnounced = log.source.contains {
            $0.value.event == .added && !$0.value.flags.contains(.preExisting)
                && !$0.value.category.isLiveCall && $0.value.category != .missedCall
        }
        return [TrialFinding(isAnnounced ? .announcedOnly : .nothing)] + interruption
    }

    /// Returns the findings about the arrival.
    ///
    /// - Parameter isMeant: whether the user confirms that what has arrived is the message.
    private func arrival(
        _ arrivals: Arrivals?, hasText: Bool?, isSilent: Bool, isMeant: Bool
    ) -> [TrialFinding] {
        guard let arrivals else { return silence }
        let messages = arrivals.messages
        guard let first = arrivals.first, isMeant || arrivals.likeness > .unlikely else {
            return [TrialFinding(.others, messages.joined().count + arrivals.others)] + interruption
        }
        let findings = messages.map {
            arrival(of: $0, among: messages.count, hasText: hasText, isSilent: isSilent)
        }
        let faults = findings.map { Set($0.filter { $0.weight == .fault }.map(\.kind)) }
        // Several candidates need no distinction if all have the same faults.
        guard first.value.hasWord || Set(faults).count == 1 else {
            return [TrialFinding(.ambiguous, messages.count)] + interruption
        }
        let beside = arrivals.others > 0 ? [TrialFinding(.beside, arrivals.others)] : []
        return findings[0] + beside + interruption
    }

    private func arrival(
        of message: Message, among count: Int, hasText: Bool?, isSilent: Bool
    ) -> [TrialFinding] {
        let first = message[0]
        let mark = first.value
        let times = max(
            message.count, log.announcements(of: Set(message.map(\.value.uid))))
        var findings = [
            times > 1
                ? TrialFinding(.repeated, times)
                : count > 1 ? TrialFinding(.several, count) : TrialFinding(.arrived)
        ]
        findings.append(TrialFinding(.category, Int(mark.category.rawValue)))
        findings.append(TrialFinding(.flags, Int(mark.flags.rawValue)))
        if let time = log.fetchTime(of: first) {
            findings.append(
                TrialFinding(time > Self.slowness ? .slowAnswer : .fetched, lasting: time))
        }
        if message.contains(where: \.value.isIncomplete) {
            findings.append(TrialFinding(.incomplete))
        } else if let hasText, hasText != mark.hasWord {
            findings.append(TrialFinding(hasText ? .textMissing : .textShown))
        }
        if isSilent, !mark.flags.contains(.silent) { findings.append(TrialFinding(.notSilent)) }
        return findings
    }

    /// Returns the findings about one message; nil while they are not decided.
    func message(
        hasText: Bool, isSilent: Bool, at now: Duration, _ isOver: Bool
    ) -> [TrialFinding]? {
        let arrivals = arrivals
        guard isOver || now >= end(arrivals, isHidden: !hasText) else { return nil }
        return arrival(arrivals, hasText: hasText, isSilent: isSilent, isMeant: isOver)
    }

    /// Returns the findings about one message that is cleared on the phone; nil while they are not decided.
    func removal(at now: Duration, _ isOver: Bool) -> [TrialFinding]? {
        let arrivals = arrivals
        let isCertain = arrivals?.likeness == .certain
        guard isCertain || isOver || now >= end(arrivals, isHidden: false) else { return nil }
        let arrival = arrival(arrivals, hasText: nil, isSilent: false, isMeant: isOver)
        guard let arrivals, let first = arrivals.first,
            !arrival.contains(where: { $0.kind == .ambiguous || $0.kind == .others })
        else { return arrival }
        let ids = Set(
            arrivals.messages.prefix(isCertain ? 1 : Int.max).joined().map(\.value.id))
        let removals = log.notices.filter { $0.value.change == .removed }
        if let removed = removals.first(where: { ids.contains($0.value.mark.id) }) {
            guard isOver || now >= removed.time + Self.settling else { return nil }
            return arrival + [TrialFinding(.removed)]
        }
        guard isOver || now >= first.time + Self.clearing else { return nil }
        // Other notifications may be cleared meanwhile, including earlier ones.
        let others = Set(log.source.filter { $0.value.event == .added }.map(\.value.uid))
            .union(removals.map(\.value.mark.uid))
        let isOther = log.source.contains { time, event in
            event.event == .removed && time > first.time && !others.contains(event.uid)
        }
        return arrival + [TrialFinding(isOther ? .otherNumber : .notRemoved)]
    }
}
