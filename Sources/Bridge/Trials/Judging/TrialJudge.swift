import ANCS
import Linux
package import Notices

/// Judges one step by what is heard of the phone: events and time in, a verdict out.
package struct TrialJudge: Sendable {
    /// How long something that should come once could still come again.
    static let settling: Duration = .seconds(8)

    package let step: TrialStep
    let start: Duration
    package private(set) var log = TrialLog()
    /// The state of the phone before the step.
    var before: PhoneState?
    /// The apps in which messages of earlier steps arrived with their words; none if that is not known.
    let knownApps: Set<Int>

    /// - Parameters:
    ///   - before: what the phone does as the step begins.
    ///   - apps: the apps in which messages of earlier steps arrived with their words.
    package init(
        _ step: TrialStep, at start: Duration, before: PhoneState?, apps: Set<Int> = []
    ) {
        self.step = step
        self.start = start
        self.before = before
        knownApps = apps
    }

    /// The apps in which the message of this step arrived with its word.
    package var apps: Set<Int> { log.appsWithWord }

    /// Takes what the bridge reports.
    package mutating func take(_ event: BridgeEvent, at time: Duration) {
        log.add(event, word: step.word, at: time)
    }

    /// Takes what else happens.
    package mutating func take(_ entry: TrialLog.Entry, at time: Duration) {
        log.add(entry, at: time)
    }

    /// The verdict; nil while more has to be waited for.
    ///
    /// - Parameter isOver: whether the person wants it now.
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

    /// Whether the bridge has to act on a call that has been ringing for a while, and has not yet.
    package func isActDue(at now: Duration) -> Bool {
        guard case .call(let end) = step.kind, end != .unanswered,
            let ring = log.notices.first(where: { $0.value.change == .ringing }),
            now - ring.time >= .seconds(3),
            // A caller may give up before.
            log.notices.last(where: { $0.value.mark.id == ring.value.mark.id })?.value.change
                == .ringing
        else { return false }
        return !log.entries.contains { if case .acted = $0.entry { true } else { false } }
    }

    /// The first call of the step, which alone is acted on.
    var call: NoticeID? {
        log.notices.first { $0.value.change == .ringing }?.value.mark.id
    }

    /// What the phone does now.
    package var state: PhoneState? { log.states.last?.value ?? before }

    /// Whether the connection was lost meanwhile, as a finding.
    var interruption: [TrialFinding] {
        log.states.contains { $0.value == .disconnected } ? [TrialFinding(.lostLink)] : []
    }

    /// What keeps the phone's notifications away, by its state.
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
    /// A finding whose number is a time.
    init(_ kind: Kind, lasting time: Duration) {
        self.init(kind, Int(clamping: max(time, .zero).milliseconds))
    }
}
