import Features
package import Linux
package import Notices

/// Sets the clock of the host to that of a phone, if the configuration asks for it.
@LoopActor
package final class ClockController {
    /// A setting of the clock by this program.
    package struct Setting: Sendable {
        package let phone: PhoneName
        /// Time by which the clock moved.
        package let by: Duration
        package let at: SteadyTime
    }

    /// State of the clock of the host.
    package enum State: Sendable {
        case waiting
        case judged(ClockSetting.Verdict, PhoneName)
        /// The clock cannot be set.
        case failed(String)
    }

    /// Error if the process lacks the right.
    package nonisolated static let noRight =
        "set-clock = yes requires a right that this process lacks; callboard doctor prints how to "
        + "grant it"

    private let clock: any SettableClock
    private let advise: @LoopActor (String) -> Void
    private var setting = ClockSetting()
    private(set) package var state = State.waiting
    /// The last setting.
    private(set) package var last: Setting?

    /// - Parameter advise: reports a message to the user.
    package init(_ clock: any SettableClock, advise: @escaping @LoopActor (String) -> Void) {
        self.clock = clock
        self.advise = advise
        if !clock.maySet { fail(Self.noRight) }
    }

    /// Handles a reading of a phone's clock, which is set before this returns.
    ///
    /// - Parameter now: monotonic time.
    /// - Returns: whether the clock was set.
    func take(
        _ reading: PhoneClock, of phone: PhoneName, bond: String, host: WallTime = .now,
        at now: Duration
    ) -> Bool {
        if case .failed = state { return false }
        do throws(Errno) {
            let verdict = setting.judge(
                reading, of: bond, host: host, isSynchronised: try clock.isSynchronised, at: now)
            // A phone other than the one that counts says nothing about the clock.
            if verdict == .keep(.otherPhone) { return false }
            state = .judged(verdict, phone)
            guard case .set(let lead) = verdict else { return false }
            try clock.move(by: lead)
            last = Setting(phone: phone, by: lead, at: .now)
            advise(
                "the clock of this host was set \(lead.direction) by the clock of a paired phone")
            return true
        } catch {
            fail("the clock of this host cannot be set: \(error)")
            return false
        }
    }

    /// Lets another phone take the place of one that was forgotten.
    func forget(_ bond: String) {
        setting.forget(bond)
    }

    private func fail(_ sentence: String) {
        state = .failed(sentence)
        advise(sentence)
    }
}

extension ClockController {
    /// Error that a user has to correct; nil if there is none.
    package var problem: String? {
        if case .failed(let sentence) = state { sentence } else { nil }
    }

    /// State of the clock for people.
    package var words: String {
        switch state {
        case .waiting: "not set yet: no phone has reported its time"
        case .failed(let sentence): sentence
        case .judged(.set, _): setWords ?? "set"
        case .judged(.agrees, let phone):
            setWords ?? "agrees with the clock of \(phone.name)"
        case .judged(.keep(let reason), let phone):
            "not set by the clock of \(phone.name): \(reason.words)"
        }
    }

    private var setWords: String? {
        last.map { "set \($0.by.direction) by the clock of \($0.phone.name)" }
    }
}

extension ClockSetting.Reason {
    fileprivate var words: String {
        switch self {
        case .synchronised: "another program keeps this one right"
        case .otherPhone: "another phone is used"
        case .incomplete: "it reports no time with a zone"
        case .implausible: "it shows a date that cannot be"
        case .tooFar(let lead):
            "it is \(lead.magnitude.roughWords) \(lead > .zero ? "ahead" : "behind"), which is too "
                + "much for a clock that was right; restart the bridge to set it"
        case .tooSoon: "this one was set less than an hour ago"
        }
    }
}

extension Duration {
    /// The duration and its direction, such as `3 h forward`.
    fileprivate var direction: String {
        "\(magnitude.roughWords) \(self < .zero ? "back" : "forward")"
    }
}
