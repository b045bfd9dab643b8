import ANCS
import Linux
import Notices

extension TrialJudge {
    /// How long a message may take to arrive, with the time in which a person writes it.
    private static let patience: Duration = .seconds(180)
    /// How long the message with the word may come after another notification, however late that is.
    private static let detour: Duration = .seconds(30)
    /// How long a person may take to clear it.
    private static let clearing: Duration = .seconds(90)
    /// Attributes that take longer are slow.
    private static let slowness: Duration = .seconds(5)

    /// A notification that can be the message of the step, as often as it came.
    private typealias Message = [TrialLog.Timed<TrialLog.Mark>]

    /// Whether a notification is the message of the step, as far as can be known.
    private enum Likeness: Comparable {
        case unlikely
        /// It can be the message, with its text hidden.
        case possible
        /// It has the word of the step.
        case certain
    }

    /// What arrived in a step: the notifications that are most like its message, and how many others.
    private struct Arrivals {
        let likeness: Likeness
        let messages: [Message]
        let others: Int
        let last: Duration

        /// The first arrival of what is taken for the message.
        var first: TrialLog.Timed<TrialLog.Mark>? { messages.first?.first }
    }

    private func likeness(of mark: TrialLog.Mark) -> Likeness {
        if mark.hasWord { return .certain }
        if mark.category == .missedCall { return .unlikely }
        if mark.isIncomplete { return .possible }
        // People use the same app for all steps; of an app that is not known only the category says something.
        let isPossible =
            knownApps.isEmpty
            ? [.social, .email].contains(mark.category) : knownApps.contains(mark.app)
        return isPossible ? .possible : .unlikely
    }

    /// The notifications that arrived, each with what is known of it last; nil before the first one.
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

    /// Why what has arrived does not suffice, or may not be what was asked for.
    package enum Doubt: Hashable, Sendable {
        /// No notification has the word that the message of this step must have.
        case noWord
        /// A notification can be the message, and another one just as well.
        case unsure
        /// No notification looks like the message, of which the text is hidden.
        case unlikely
        /// A missed call was reported, and none that rang.
        case noRing
    }

    /// What is doubtful at the moment, for the person who could press Enter.
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

    /// From when on the message of the step is evaluated.
    private func end(_ arrivals: Arrivals?, isHidden: Bool) -> Duration {
        guard let arrivals else { return start + Self.patience }
        switch arrivals.likeness {
        case .certain: return (arrivals.first?.time ?? start) + Self.settling
        // Nothing but another one shows that this was not the message.
        case .possible where isHidden: return arrivals.last + Self.detour
        case .possible, .unlikely: return max(start + Self.patience, arrivals.last + Self.detour)
        }
    }

    /// What is wrong if no message came.
    private var silence: [TrialFinding] {
        let isAnnounced = log.source.contains {
            $0.value.event == .added && !$0.value.flags.contains(.preExisting)
                && !$0.value.category.isLiveCall && $0.value.category != .missedCall
        }
        return [TrialFinding(isAnnounced ? .announcedOnly : .nothing)] + interruption
    }

    /// What is true or wrong of the arrival.
    ///
    /// - Parameter isMeant: whether the person says that what has arrived is the message.
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
        // Which of them the person has sent is not known, and need not be where it makes no difference.
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

    /// The findings about one message.
    func message(
        hasText: Bool, isSilent: Bool, at now: Duration, _ isOver: Bool
    ) -> [TrialFinding]? {
        let arrivals = arrivals
        guard isOver || now >= end(arrivals, isHidden: !hasText) else { return nil }
        return arrival(arrivals, hasText: hasText, isSilent: isSilent, isMeant: isOver)
    }

    /// The findings about one message that is cleared on the phone.
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
        // Other notifications may be cleared meanwhile, also such as were there before.
        let others = Set(log.source.filter { $0.value.event == .added }.map(\.value.uid))
            .union(removals.map(\.value.mark.uid))
        let isOther = log.source.contains { time, event in
            event.event == .removed && time > first.time && !others.contains(event.uid)
        }
        return arrival + [TrialFinding(isOther ? .otherNumber : .notRemoved)]
    }
}
