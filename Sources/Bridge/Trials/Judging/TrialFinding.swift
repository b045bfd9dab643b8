import ANCS
import Linux
import Notices

/// Finding of a step: a kind from this list and a number, so that no text of a phone can be in it.
package struct TrialFinding: Hashable, Sendable {
    /// Kind of a finding; the raw values are stored in files.
    package enum Kind: String, CaseIterable, Sendable {
        // Facts.
        case arrived, several, beside, category, flags, fetched, rang, acted, returned, median,
            longest,
            survived
        case wasPaired = "was_paired"
        case shared
        case removed
        case lostLink = "lost_link"
        case someTimes = "some_times"
        // Reasons for no verdict.
        case neverLeft = "never_left"
        case neverSlept = "never_slept"
        case skipped, ambiguous, others
        case simulated
        case otherShape = "other_shape"
        // Faults.
        case nothing
        case announcedOnly = "announced_only"
        case repeated
        case incomplete
        case textMissing = "text_missing"
        case textShown = "text_shown"
        case notSilent = "not_silent"
        case notRemoved = "not_removed"
        case otherNumber = "other_number"
        case slowAnswer = "slow_answer"
        case noRing = "no_ring"
        case ringRepeated = "ring_repeated"
        case noMissed = "no_missed"
        case missedEarly = "missed_early"
        case noEnd = "no_end"
        case notAnswered = "not_answered"
        case notDeclined = "not_declined"
        case actRefused = "act_refused"
        case notReturned = "not_returned"
        case noService = "no_service"
        case notShared = "not_shared"
        case notSecure = "not_secure"
        case unresponsive
        case slowReturn = "slow_return"
        case unmarked
        case notPaired = "not_paired"
        case notReady = "not_ready"
    }

    package let kind: Kind
    package let number: Int

    package init(_ kind: Kind, _ number: Int = 0) {
        self.kind = kind
        self.number = number
    }

    /// Effect of a finding on the result of a step.
    package enum Weight: Sendable {
        case fact
        case unjudged
        case fault
    }

    package var weight: Weight {
        switch kind {
        case .arrived, .several, .beside, .category, .flags, .fetched, .rang, .acted, .returned,
            .median,
            .longest,
            .survived, .wasPaired, .shared, .removed, .lostLink, .someTimes:
            .fact
        case .neverLeft, .neverSlept, .skipped, .ambiguous, .others, .simulated, .otherShape:
            .unjudged
        default: .fault
        }
    }
}

extension TrialFinding {
    private var time: String {
        let seconds = number / 1000
        if seconds >= 60 { return "\(seconds / 60) min \(seconds % 60) s" }
        return "\(seconds).\(number % 1000 / 100) s"
    }

    /// The finding as a clause, without a full stop.
    package var words: String {
        switch kind {
        case .arrived: "one notification arrived"
        case .several: "\(number) different notifications arrived"
        case .beside:
            number == 1
                ? "beside it 1 other notification" : "beside it \(number) other notifications"
        case .category: "category \(Category(CategoryID(rawValue: UInt8(clamping: number))).name)"
        case .flags: "flags 0x" + number.padded(to: 2, radix: 16)
        case .fetched: "its attributes took \(time)"
        case .rang: "it rang for \(time)"
        case .acted: "the phone acted after \(time)"
        case .returned: number == 1 ? "it came back" : "it came back \(number) times"
        case .median: "half of the times within \(time)"
        case .longest: "at the latest after \(time)"
        case .survived: "the connection survived"
        case .wasPaired: "the phone was paired and ready before"
        case .shared: "it shared its notifications \(time) after pairing"
        case .removed: "its removal was reported"
        case .lostLink: "the phone lost its connection meanwhile"
        case .someTimes: "ended by hand after \(number) times"
        case .neverLeft: "the phone never went away, so there is no result"
        case .neverSlept: "the host was not suspended, so there is no result"
        case .skipped: "by the user"
        case .ambiguous:
            "\(number) different notifications arrived, and which of them was the message is not known"
        case .others:
            "\(number) notification\(number == 1 ? "" : "s") arrived, but probably not the message"
        case .simulated: "not possible with a simulated phone"
        case .otherShape: "the bridge has another shape than this step needs"
        case .nothing: "no notification arrived"
        case .announcedOnly:
            "the phone announced a notification, but the bridge did not report it "
                + "(rules, mutes and quiet hours can hide it)"
        case .repeated: "the phone sent the same notification \(number) times instead of once"
        case .incomplete:
            "the phone announced the notification, but did not answer correctly when it was asked "
                + "for its attributes"
        case .textMissing: "the text was missing, although previews should show it"
        case .textShown: "the text was sent, although previews should hide it"
        case .notSilent: "the notification was not marked as silent, although Focus was on"
        case .notRemoved: "the phone did not report that the notification was cleared"
        case .otherNumber:
            "the phone reported the removal under another number (UID) than the one that it had "
                + "announced"
        case .slowAnswer: "the phone took \(time) to answer for the attributes"
        default: moreWords
        }
    }

    /// The absence that the finding is about, as the end of a clause; empty in steps that do not count absences.
    private var place: String { number > 0 ? ", after absence \(number)" : "" }

    private var moreWords: String {
        switch kind {
        case .noRing: "no incoming call was reported"
        case .ringRepeated: "the same call was reported \(number) times"
        case .noMissed: "the call was not reported as missed"
        case .missedEarly:
            "the missed call was reported before the incoming call was removed"
        case .noEnd: "the end of the call was not reported"
        case .notAnswered: "the phone did not report that the call was answered"
        case .notDeclined: "the phone kept ringing after the call was declined"
        case .actRefused: "the bridge could not act on the call (callboard status says more)"
        case .notReturned: "the phone did not come back" + place
        case .noService:
            "the phone is connected without its notification service (ANCS)" + place
        case .notShared: "the phone did not share its notifications"
        case .notSecure: "the connection was not encrypted"
        case .unresponsive: "the phone was connected and did not answer"
        case .slowReturn: "the phone took \(time) to come back"
        case .unmarked:
            "after coming back, the phone announced old notifications (\(number)) without the "
                + "mark that they existed before"
        case .notPaired: "no phone was paired"
        case .notReady: "the phone was paired, but its notifications did not become available"
        default: kind.rawValue
        }
    }
}

/// Result of a step with its findings.
package struct TrialVerdict: Hashable, Sendable {
    /// Result in one word; the raw values are stored in files.
    package enum Outcome: String, Sendable {
        case passed, failed, skipped, unjudged
    }

    package let outcome: Outcome
    package let findings: [TrialFinding]

    /// Derives the outcome from findings.
    package init(_ findings: [TrialFinding]) {
        self.findings = findings.sorted { $0.weight == .fault && $1.weight != .fault }
        outcome =
            if findings.contains(where: { $0.weight == .fault }) {
                .failed
            } else if findings.contains(where: { $0.kind == .skipped }) {
                .skipped
            } else if findings.contains(where: { $0.weight == .unjudged }) {
                .unjudged
            } else {
                .passed
            }
    }

    /// All findings in one line.
    package var words: String { findings.map(\.words).joined(separator: "; ") }

    /// The result and all findings, as shown to the user after a step.
    package var sentence: String {
        let word = outcome.rawValue.uppercased()
        return self == .skipped ? "\(word)." : "\(word): \(words)."
    }

    /// Verdict of a skipped step.
    package static let skipped = TrialVerdict([TrialFinding(.skipped)])
}
