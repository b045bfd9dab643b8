import ANCS
import Linux
import Notices

extension TrialJudge {
    /// Time limit for the first ring.
    private static let patience: Duration = .seconds(180)
    /// Maximum duration of ringing.
    private static let longestRing: Duration = .seconds(120)
    /// Time limit for the report of an answered, ended or missed call.
    private static let reporting: Duration = .seconds(30)
    /// Maximum duration of a call that the host has answered.
    private static let longestCall: Duration = .seconds(300)

    /// The first ring of the step.
    private var ring: TrialLog.Timed<TrialLog.Mark>? {
        log.notices.first { $0.value.change == .ringing }.map { ($0.time, $0.value.mark) }
    }

    /// Returns the time of the first of these changes of one call.
    private func first(
        _ changes: Set<NoticeChange>, of call: NoticeID, after time: Duration = .zero
    ) -> Duration? {
        log.notices.first {
            changes.contains($0.value.change) && $0.value.mark.id == call && $0.time >= time
        }?.time
    }

    /// Missed calls, with or without a preceding ring.
    private var missedCalls: [TrialLog.Timed<TrialLog.Mark>] {
        log.notices.filter {
            $0.value.change == .missed
                || $0.value.change == .added && $0.value.mark.category == .missedCall
                    && !$0.value.mark.flags.contains(.preExisting)
        }.map { ($0.time, $0.value.mark) }
    }

    /// Whether a missed call was reported without a ring.
    var hasOnlyMissedCall: Bool { ring == nil && !missedCalls.isEmpty }

    /// Returns the missed call after the ring; nil if there is none yet.
    ///
    /// One with another caller counts only at the end of the step, or `reporting` after the end of the ring.
    private func missed(
        of ring: TrialLog.Timed<TrialLog.Mark>, at now: Duration, _ isOver: Bool
    ) -> TrialLog.Timed<TrialLog.Mark>? {
        let later = missedCalls.filter { $0.time >= ring.time }
        let same = later.first {
            $0.value.id == ring.value.id || $0.value.title == ring.value.title
        }
        if let same { return same }
        let ended = first([.ended], of: ring.value.id)
        return isOver || ended.map { now >= $0 + Self.reporting } ?? false ? later.first : nil
    }

    /// Returns the findings about one call; nil while they are not decided.
    func call(
        _ end: TrialStep.CallEnd, at now: Duration, _ isOver: Bool
    ) -> [TrialFinding]? {
        guard let ring else {
            let isLate = now >= start + Self.patience
            return isOver || isLate ? [TrialFinding(.noRing)] + interruption : nil
        }
        let findings =
            switch end {
            case .unanswered: unanswered(ring, at: now, isOver)
            case .answered: answered(ring.value.id, at: now, isOver)
            case .declined: declined(ring.value.id, at: now, isOver)
            }
        return findings.map { $0 + repetition + interruption }
    }

    /// Finding about repeated rings of the same call; another caller is another call.
    private var repetition: [TrialFinding] {
        let rings = log.notices.filter { $0.value.change == .ringing }.map(\.value.mark)
        // A ring without attributes has no caller.
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
        _ ring: TrialLog.Timed<TrialLog.Mark>, at now: Duration, _ isOver: Bool
    ) -> [TrialFinding]? {
        if let missed = missed(of: ring, at: now, isOver) {
            guard isOver || now >= missed.time + Self.settling else { return nil }
            let isEarly = isEarly(missed.value, ring.value)
            return [TrialFinding(isEarly ? .missedEarly : .rang, lasting: missed.time - ring.time)]
        }
        if let ended = first([.ended], of: ring.value.id) {
            guard isOver || now >= ended + Self.reporting else { return nil }
            return [TrialFinding(.rang, lasting: ended - ring.time), TrialFinding(.noMissed)]
        }
        guard isOver || now >= ring.time + Self.longestRing else { return nil }
        return [TrialFinding(.noEnd)]
    }

    /// Returns whether the phone announced the missed call before it removed the ringing one.
    private func isEarly(_ missed: TrialLog.Mark, _ ring: TrialLog.Mark) -> Bool {
        let events = log.source.map(\.value)
        guard
            let missed = events.firstIndex(where: {
                $0.event == .added && $0.category == .missedCall && $0.uid == missed.uid
            }),
            let removed = events.firstIndex(where: {
                $0.event == .removed && $0.category == .incomingCall && $0.uid == ring.uid
            })
        else { return false }
        return missed < removed
    }

    /// When the bridge acted on the call, and whether it succeeded, as far as known.
    private var acted: (time: Duration, isDone: Bool)? {
        var acted: (time: Duration, isDone: Bool)?
        for (time, entry) in log.entries {
            if case .acted(let isDone) = entry { acted = (acted?.time ?? time, isDone) }
        }
        return acted
    }

    private func answered(
        _ call: NoticeID, at now: Duration, _ isOver: Bool
    ) -> [TrialFinding]? {
        guard let acted else { return isOver ? [TrialFinding(.notAnswered)] : nil }
        guard acted.isDone else { return [TrialFinding(.actRefused)] }
        // An active call that did not ring here is the same call under another id.
        let rung = Set(log.notices.filter { $0.value.change == .ringing }.map(\.value.mark.id))
        let taken = log.notices.first {
            $0.value.change == .answered
                && ($0.value.mark.id == call || !rung.contains($0.value.mark.id))
        }
        guard let answered = taken?.time, let active = taken?.value.mark.id else {
            let limit = acted.time + Self.reporting
            return isOver || now >= limit ? [TrialFinding(.notAnswered)] : nil
        }
        let took = TrialFinding(.acted, lasting: answered - acted.time)
        // The ring can end at the same moment, just before.
        let later = log.notices.drop { $0.value.change != .answered }
        let end = later.first { $0.value.change == .ended && $0.value.mark.id == active }
        guard let ended = end?.time else {
            let limit = answered + Self.longestCall
            return isOver || now >= limit ? [took, TrialFinding(.noEnd)] : nil
        }
        return isOver || now >= ended + Self.settling ? [took] : nil
    }

    private func declined(
        _ call: NoticeID, at now: Duration, _ isOver: Bool
    ) -> [TrialFinding]? {
        guard let acted else { return isOver ? [TrialFinding(.notDeclined)] : nil }
        guard acted.isDone else { return [TrialFinding(.actRefused)] }
        guard let ended = first([.ended, .missed], of: call, after: acted.time) else {
            let limit = acted.time + Self.reporting
            return isOver || now >= limit ? [TrialFinding(.notDeclined)] : nil
        }
        guard isOver || now >= ended + Self.settling else { return nil }
        return [TrialFinding(.acted, lasting: ended - acted.time)]
    }
}
