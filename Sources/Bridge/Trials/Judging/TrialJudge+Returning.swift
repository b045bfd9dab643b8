import Linux
import Notices

extension TrialJudge {
    /// Time after which an absent phone counts as lost.
    private static let patience: Duration = .seconds(300)
    /// Time limit for the user to cause the next absence.
    private static let beginning: Duration = .seconds(900)
    /// Time limit for the suspend of the host.
    private static let longestWake: Duration = .seconds(3600)
    /// Duration above which a return counts as slow.
    private static let slowness: Duration = .seconds(60)
    /// Time for which a connection must last after a suspend to count as survived.
    private static let survival: Duration = .seconds(60)
    /// Time limit for a paired phone to share its notifications.
    private static let sharing: Duration = .seconds(60)

    /// Durations of completed absences, the end of the last one, and the start of a current one.
    private var absences: (over: [Duration], last: Duration?, gone: Duration?) {
        var over: [Duration] = []
        var last: Duration?
        var gone: Duration?
        for (time, state) in log.states {
            if state == .disconnected {
                gone = gone ?? time
            } else if state == .ready, let since = gone {
                over.append(time - since)
                (gone, last) = (nil, time)
            }
        }
        return (over, last, gone)
    }

    /// Number of returns so far.
    package var returns: Int { absences.over.count }

    /// Returns the findings about absences of the phone; nil while they are not decided.
    func absence(_ times: Int, at now: Duration, _ isOver: Bool) -> [TrialFinding]? {
        let absences = absences
        if let gone = absences.gone {
            guard isOver || now >= gone + Self.patience else { return nil }
            return [trouble(absences.over.count + 1)] + figures(absences.over)
        }
        let isDone = absences.over.count >= times
        let limit = isDone ? Self.settling : Self.beginning
        guard isOver || now >= (absences.last ?? start) + limit else { return nil }
        if absences.over.isEmpty { return [TrialFinding(.neverLeft)] }
        return figures(absences.over)
            + (isDone ? [] : [TrialFinding(.someTimes, absences.over.count)])
    }

    /// Returns the findings about completed absences.
    private func figures(_ over: [Duration]) -> [TrialFinding] {
        guard let longest = over.max() else { return [] }
        var findings = [
            TrialFinding(.returned, over.count),
            TrialFinding(.median, lasting: over.sorted()[over.count / 2]),
            TrialFinding(longest > Self.slowness ? .slowReturn : .longest, lasting: longest),
        ]
        if log.unmarked > 0 { findings.append(TrialFinding(.unmarked, log.unmarked)) }
        return findings
    }

    /// Returns the findings about a suspend of the host; nil while they are not decided.
    func sleep(at now: Duration, _ isOver: Bool) -> [TrialFinding]? {
        guard let woken = log.time(of: .slept) else {
            return isOver || now >= start + Self.longestWake ? [TrialFinding(.neverSlept)] : nil
        }
        let since = log.states.filter { $0.time >= woken }
        if let ready = since.first(where: { $0.value == .ready }) {
            guard isOver || now >= ready.time + Self.settling else { return nil }
            return figures([ready.time - woken])
        }
        if since.isEmpty, state == .ready {
            guard isOver || now >= woken + Self.survival else { return nil }
            return [TrialFinding(.survived)]
        }
        return isOver || now >= woken + Self.patience ? [trouble(0)] : nil
    }

    /// Returns the findings after a restart of the host, which was before the start of this step; nil while they are not
    /// decided.
    func restart(at now: Duration, _ isOver: Bool) -> [TrialFinding]? {
        if state == .ready { return [TrialFinding(.returned, 1)] }
        return isOver || now >= start + Self.patience ? [trouble(0)] : nil
    }

    /// Returns the findings about a pairing; nil while they are not decided.
    func pairing(at now: Duration, _ isOver: Bool, mayBePaired: Bool) -> [TrialFinding]? {
        if mayBePaired, before == .ready || log.time(of: .alreadyPaired) != nil {
            return [TrialFinding(.wasPaired)]
        }
        guard let bonded = log.time(of: .bonded) else {
            let isClosed = log.time(of: .windowClosed) != nil
            return isOver || isClosed ? [TrialFinding(.notPaired)] : nil
        }
        // A phone can be ready a moment before its pairing is reported.
        if let ready = log.states.last(where: { $0.value == .ready }), state == .ready {
            return [TrialFinding(.shared, lasting: ready.time - bonded)]
        }
        guard isOver || now >= bonded + Self.sharing else { return nil }
        let trouble = trouble(0)
        return [trouble.kind == .notReturned ? TrialFinding(.notReady) : trouble]
    }
}
