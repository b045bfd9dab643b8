/// Lets a key do something only where it still means what somebody has seen: it may have been pressed
/// for what was there before.
package struct KeyGuard<Meaning: Hashable & Sendable>: Sendable {
    /// How long a key does nothing after what it means has changed.
    package static var patience: Duration { .milliseconds(500) }
    /// The same for a key that could have been meant for something else when a call began to ring.
    package static var callPatience: Duration { .seconds(2) }

    private let patience: Duration
    private var shown: Meaning?
    private var since = Duration.zero

    /// Nothing is shown yet, so that no key means anything.
    package init(patience: Duration = Self.patience) {
        self.patience = patience
    }

    /// Notes what keys mean by what is shown now.
    package mutating func show(_ meaning: Meaning, at now: Duration) {
        guard shown != meaning else { return }
        shown = meaning
        since = now
    }

    /// Notes that somebody chose something else, which they need not see first.
    package mutating func follow(from old: Meaning, to new: Meaning) {
        if shown == old { shown = new }
    }

    /// Whether a key that means this now may do it.
    package func lets(_ meaning: Meaning, at now: Duration) -> Bool {
        shown == meaning && now - since >= patience
    }
}
