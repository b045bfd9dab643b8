import ANCS
import Linux
package import Notices

/// Judge of one step: takes events and time, and returns a verdict.
package struct TrialJudge: Sendable {
    /// Time after an expected event in which a repetition would be noticed.
    static let settling: Duration = .seconds(8)

    package let step: TrialStep
    let start: Duration
    package private(set) var log = TrialLog()
    /// State of the phone before the step.
    var before: PhoneState?
    /// Apps in which messages of earlier steps arrived with their words; empty if unknown.
    let knownApps: Set<Int>

    /// - Parameters:
    ///   - before: state of the phone at the start of the step.
    ///   - apps: apps in which messages of earlier steps arrived with their words.
    package init(
        _ step: TrialStep, at start: Duration, before: PhoneState?, apps: Set<Int> = []
    ) {
        self.step = step
        self.start = start
        self.before = before
        knownApps = apps
    }

    /// Apps in which the message of this step arrived with its word.
    package var apps: Set<Int> { log.appsWithWord }

    /// Processes an event of the bridge.
    package mutating func take(_ event: BridgeEvent, at time: Duration) {
        log.add(event, word: step.word, at: time)
    }

    /// Processes another entry.
    package mutating func take(_ entry: TrialLog.Entry, at time: Duration) {
        log.add(entry, at: time)
    }

    /// Returns the verdict; nil while it is not decided.
    ///
    /// - Parameter isOver: whether the user ends the step now.
    package func verdict(at now: Duration, isOver: Bool = false) -> TrialVerdict? {
        let findings: [TrialFinding]? =
            switch step.kind {
            case .pairing(let shape): pairing(at: now, isOver, mayBePaired: shape == nil)
            case .message(let hasText, let isSilent):
                message(hasText: hasText, isSilent: isSilent, at: now, isOver)
            case .removal: removal(at: now, isOver)
            case .call(let end): call(end, at: now, isOver)
            case .absence(let times): absence(times, at: now, isOver)
            case .sleep: sleep(at: now, isOver)
            case .restart: restart(at: now, isOver)
            }
        return findings.map(TrialVerdict.init)
    }

    /// Returns whether the bridge must now act on a call that has been ringing for three seconds.
    package func isActDue(at now: Duration) -> Bool {
        guard case .call(let end) = step.kind, end != .unanswered,
            let ring = log.notices.first(where: { $0.value.change == .ringing }),
            now - ring.time >= .seconds(3),
            // The caller may give up earlier.
            log.notices.last(where: { $0.value.mark.id == ring.value.mark.id })?.value.change
                == .ringing
        else { return false }
        return !log.entries.contains { if case .acted = $0.entry { true } else { false } }
    }

    /// First call of the step, the only one to act on.
    var call: NoticeID? {
        log.notices.first { $0.value.change == .ringing }?.value.mark.id
    }

    /// Current state of the phone.
    package var state: PhoneState? { log.states.last?.value ?? before }

    /// Finding about a lost connection during the step.
    var interruption: [TrialFinding] {
        log.states.contains { $0.value == .disconnected } ? [TrialFinding(.lostLink)] : []
    }

    /// Returns the finding about missing notifications, by the state of the phone.
    ///
    /// - Parameter number: number of the absence, counted from one; zero in steps that do not count absences.
    func trouble(_ number: Int) -> TrialFinding {
        switch state {
        case .unavailable, .connected: TrialFinding(.noService, number)
        case .notShared: TrialFinding(.notShared)
        case .notSecure: TrialFinding(.notSecure)
        case .unresponsive: TrialFinding(.unresponsive)
        case .ready, .disconnected, nil: TrialFinding(.notReturned, number)
        }
    }
}

extension TrialFinding {
    /// Creates a finding whose number is a duration.
    init(_ kind: Kind, lasting time: Duration) {
        self.init(kind, Int(clamping: max(time, .zero).milliseconds))
    }
}
