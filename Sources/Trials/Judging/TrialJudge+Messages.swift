import ANCS
import Linux
import Notices

extension TrialJudge {
    /// How long a message may take to arrive, with the time in which a person writes it.
    private static let patience: Duration = .seconds(180)
    /// How long the message with the word may come after another notification.
    private static let detour: Duration = .seconds(30)
    /// How long a person may take to clear it.
    private static let clearing: Duration = .seconds(90)
    /// Attributes that take longer are slow.
    private static let slowness: Duration = .seconds(5)

    /// The notifications that can be the message of the step, each with what is known of it last.
    private var messages: [TrialLog.Timed<TrialLog.Mark>] {
        var found: [TrialLog.Timed<TrialLog.Mark>] = []
        for (time, (change, mark)) in log.notices {
            if let index = found.firstIndex(where: { $0.value.id == mark.id }) {
                if change == .modified { found[index].value = mark }
            } else if change == .added, !mark.flags.contains(.preExisting) {
                found.append((time, mark))
            }
        }
        let named = found.filter(\.value.hasWord)
        return named.isEmpty ? found.filter { $0.value.category != .missedCall } : named
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
        guard let first = messages.first else { return silence }
        let mark = first.value
        let count = max(
            messages.count, log.announcements(of: Set(messages.map(\.value.uid))))
        var findings =
            count > 1 ? [TrialFinding(.repeated, count)] : [TrialFinding(.arrived)]
        findings.append(TrialFinding(.category, Int(mark.category.rawValue)))
        findings.append(TrialFinding(.flags, Int(mark.flags.rawValue)))
        if let time = log.fetchTime(of: first) {
            findings.append(
                TrialFinding(time > Self.slowness ? .slowAnswer : .fetched, lasting: time))
        }
        if messages.contains(where: \.value.isIncomplete) {
            findings.append(TrialFinding(.incomplete))
        } else if let hasText, hasText != mark.hasWord {
            findings.append(TrialFinding(hasText ? .textMissing : .textShown))
        }
        if isSilent, !mark.flags.contains(.silent) { findings.append(TrialFinding(.notSilent)) }
        return findings + interruption
    }

    /// The findings about one message.
    func message(
        hasText: Bool, isSilent: Bool, at now: Duration, _ isOver: Bool
    ) -> [TrialFinding]? {
        // Another notification may come before the one with the word.
        let isAwaited = hasText && !messages.contains(where: \.value.hasWord)
        let end =
            messages.first.map { $0.time + (isAwaited ? Self.detour : Self.settling) }
            ?? start + Self.patience
        guard isOver || now >= end else { return nil }
        return arrival(hasText: hasText, isSilent: isSilent)
    }

    /// The findings about one message that is cleared on the phone.
    func removal(at now: Duration, _ isOver: Bool) -> [TrialFinding]? {
        guard let message = messages.first else {
            return isOver || now >= start + Self.patience ? silence : nil
        }
        let removed = log.notices.first {
            $0.value.change == .removed && $0.value.mark.id == message.value.id
        }
        if let removed {
            guard isOver || now >= removed.time + Self.settling else { return nil }
            return arrival(hasText: nil, isSilent: false) + [TrialFinding(.removed)]
        }
        guard isOver || now >= message.time + Self.clearing else { return nil }
        let announced = Set(log.source.filter { $0.value.event == .added }.map(\.value.uid))
        let isOther = log.source.contains { time, event in
            event.event == .removed && time > message.time && !announced.contains(event.uid)
        }
        return arrival(hasText: nil, isSilent: false)
            + [TrialFinding(isOther ? .otherNumber : .notRemoved)]
    }
}
