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

    /// The notifications that can be the message of the step, each with what is known of it last.
    private var messages: [Message] {
        var found: [TrialLog.Timed<TrialLog.Mark>] = []
        for (time, (change, mark)) in log.notices {
            if let index = found.firstIndex(where: { $0.value.id == mark.id }) {
                if change == .modified { found[index].value = mark }
            } else if change == .added, !mark.flags.contains(.preExisting) {
                found.append((time, mark))
            }
        }
        let named = found.filter(\.value.hasWord)
        let candidates =
            named.isEmpty ? found.filter { $0.value.category != .missedCall } : named
        var messages: [Message] = []
        for candidate in candidates {
            let index = messages.firstIndex { $0[0].value.content == candidate.value.content }
            if let index { messages[index].append(candidate) } else { messages.append([candidate]) }
        }
        return messages
    }

    /// Whether notifications have arrived, and none of them has the word that the message of this step must have.
    package var hasOnlyOthers: Bool {
        switch step.kind {
        case .message(hasText: true, _), .removal:
            messages.first.map { !$0[0].value.hasWord } ?? false
        default: false
        }
    }

    /// Until when the message with the word can come.
    private var end: Duration {
        let last = messages.last?.last?.time ?? start
        return max(start + Self.patience, last + Self.detour)
    }

    /// What is wrong if no message came.
    private var silence: [TrialFinding] {
        let isAnnounced = log.source.contains {
            $0.value.event == .added && !$0.value.flags.contains(.preExisting)
        }
        return [TrialFinding(isAnnounced ? .announcedOnly : .nothing)] + interruption
    }

    /// What is true or wrong of the arrival.
    private func arrival(hasText: Bool?, isSilent: Bool) -> [TrialFinding] {
        let messages = messages
        guard let first = messages.first else { return silence }
        let findings = messages.map {
            arrival(of: $0, among: messages.count, hasText: hasText, isSilent: isSilent)
        }
        let faults = findings.map { Set($0.filter { $0.weight == .fault }.map(\.kind)) }
        // Which of them the person has sent is not known, and need not be where it makes no difference.
        guard first[0].value.hasWord || Set(faults).count == 1 else {
            return [TrialFinding(.ambiguous, messages.count)] + interruption
        }
        return findings[0] + interruption
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
        let first = hasOnlyOthers ? nil : messages.first?[0]
        guard isOver || now >= first.map({ $0.time + Self.settling }) ?? end else { return nil }
        return arrival(hasText: hasText, isSilent: isSilent)
    }

    /// The findings about one message that is cleared on the phone.
    func removal(at now: Duration, _ isOver: Bool) -> [TrialFinding]? {
        guard let first = messages.first?[0], !hasOnlyOthers || isOver || now >= end else {
            return isOver || now >= end ? silence : nil
        }
        let arrival = arrival(hasText: nil, isSilent: false)
        if arrival.contains(where: { $0.kind == .ambiguous }) { return arrival }
        let ids = Set(messages.prefix(hasOnlyOthers ? Int.max : 1).joined().map(\.value.id))
        let removed = log.notices.first {
            $0.value.change == .removed && ids.contains($0.value.mark.id)
        }
        if let removed {
            guard isOver || now >= removed.time + Self.settling else { return nil }
            return arrival + [TrialFinding(.removed)]
        }
        guard isOver || now >= first.time + Self.clearing else { return nil }
        let announced = Set(log.source.filter { $0.value.event == .added }.map(\.value.uid))
        let isOther = log.source.contains { time, event in
            event.event == .removed && time > first.time && !announced.contains(event.uid)
        }
        return arrival + [TrialFinding(isOther ? .otherNumber : .notRemoved)]
    }
}
