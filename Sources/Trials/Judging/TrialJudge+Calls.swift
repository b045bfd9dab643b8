import ANCS
import Linux
import Notices

extension TrialJudge {
    /// How long the first ring may take to come.
    private static let patience: Duration = .seconds(180)
    /// How long a phone may ring.
    private static let longestRing: Duration = .seconds(120)
    /// How long the phone may take to report an answered, ended or missed call.
    private static let reporting: Duration = .seconds(30)
    /// How long a call may last that the host has answered.
    private static let longestCall: Duration = .seconds(300)

    /// The first of these changes of a call.
    private func first(
        _ changes: Set<NoticeChange>, after time: Duration? = nil
    ) -> Duration? {
        log.notices.first { found in
            changes.contains(found.value.change) && found.time >= time ?? .zero
        }?.time
    }

    /// When the phone reported a missed call: after its ring, or by itself.
    private var missed: Duration? {
        log.notices.first {
            $0.value.change == .missed
                || $0.value.change == .added && $0.value.mark.category == .missedCall
        }?.time
    }

    /// The findings about one call.
    func call(
        _ end: TrialStep.CallEnd, at now: Duration, _ isOver: Bool
    ) -> [TrialFinding]? {
        guard let ring = first([.ringing]) else {
            let limit = missed.map { $0 + Self.settling } ?? start + Self.patience
            return isOver || now >= limit ? [TrialFinding(.noRing)] + interruption : nil
        }
        let findings =
            switch end {
            case .unanswered: unanswered(since: ring, at: now, isOver)
            case .answered: answered(at: now, isOver)
            case .declined: declined(at: now, isOver)
            }
        return findings.map { $0 + repetition + interruption }
    }

    /// The same call more than once; another caller is another call.
    private var repetition: [TrialFinding] {
        let rings = log.notices.filter { $0.value.change == .ringing }.map(\.value.mark)
        // A ring without attributes names nobody.
        let caller = rings.first { !$0.isIncomplete }?.content
        let same = rings.filter { $0.isIncomplete || $0.content == caller }
        let others = Set(rings.map(\.uid)).subtracting(same.map(\.uid))
        let announced = log.source.count { _, event in
            event.event == .added && event.category == .incomingCall && !others.contains(event.uid)
        }
        let count = max(Set(same.map(\.id)).count, announced)
        return count > 1 ? [TrialFinding(.ringRepeated, count)] : []
    }

    private func unanswered(
        since ring: Duration, at now: Duration, _ isOver: Bool
    ) -> [TrialFinding]? {
        if let missed {
            guard isOver || now >= missed + Self.settling else { return nil }
            return [TrialFinding(isMissedEarly ? .missedEarly : .rang, lasting: missed - ring)]
        }
        if let ended = first([.ended]) {
            guard isOver || now >= ended + Self.reporting else { return nil }
            return [TrialFinding(.rang, lasting: ended - ring), TrialFinding(.noMissed)]
        }
        guard isOver || now >= ring + Self.longestRing else { return nil }
        return [TrialFinding(.noEnd)]
    }

    /// Whether the phone announced the missed call before it removed the call that rang.
    private var isMissedEarly: Bool {
        let events = log.source.map(\.value)
        guard
            let missed = events.firstIndex(where: {
                $0.event == .added && $0.category == .missedCall
            }),
            let removed = events.firstIndex(where: {
                $0.event == .removed && $0.category == .incomingCall
            })
        else { return false }
        return missed < removed
    }

    /// When the bridge acted on the call, and whether it could, as far as is known.
    private var acted: (time: Duration, isDone: Bool)? {
        var acted: (time: Duration, isDone: Bool)?
        for (time, entry) in log.entries {
            if case .acted(let isDone) = entry { acted = (acted?.time ?? time, isDone) }
        }
        return acted
    }

    private func answered(at now: Duration, _ isOver: Bool) -> [TrialFinding]? {
        guard let acted else { return isOver ? [TrialFinding(.notAnswered)] : nil }
        guard acted.isDone else { return [TrialFinding(.actRefused)] }
        guard let answered = first([.answered]) else {
            let limit = acted.time + Self.reporting
            return isOver || now >= limit ? [TrialFinding(.notAnswered)] : nil
        }
        let took = TrialFinding(.acted, lasting: answered - acted.time)
        // The ring can end at the same moment, just before.
        let later = log.notices.drop { $0.value.change != .answered }
        guard let ended = later.first(where: { $0.value.change == .ended })?.time else {
            let limit = answered + Self.longestCall
            return isOver || now >= limit ? [took, TrialFinding(.noEnd)] : nil
        }
        return isOver || now >= ended + Self.settling ? [took] : nil
    }

    private func declined(at now: Duration, _ isOver: Bool) -> [TrialFinding]? {
        guard let acted else { return isOver ? [TrialFinding(.notDeclined)] : nil }
        guard acted.isDone else { return [TrialFinding(.actRefused)] }
        guard let ended = first([.ended, .missed], after: acted.time) else {
            let limit = acted.time + Self.reporting
            return isOver || now >= limit ? [TrialFinding(.notDeclined)] : nil
        }
        guard isOver || now >= ended + Self.settling else { return nil }
        return [TrialFinding(.acted, lasting: ended - acted.time)]
    }
}
