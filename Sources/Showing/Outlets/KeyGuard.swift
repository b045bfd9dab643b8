/// Guard against keys that were pressed for what was shown before.
package struct KeyGuard<Meaning: Hashable & Sendable>: Sendable {
    /// Time for which a key has no effect after its meaning has changed.
    package static var patience: Duration { .milliseconds(500) }
    /// Time for which a key cannot act on a call that has begun to ring, because it may have been
    /// meant for something else.
    package static var callPatience: Duration { .seconds(2) }

    private let patience: Duration
    private var shown: Meaning?
    private var since = Duration.zero

    /// Creates a guard with nothing shown, so that no key has an effect.
    package init(patience: Duration = Self.patience) {
        self.patience = patience
    }

    /// Records the current meaning of the keys.
    package mutating func show(_ meaning: Meaning, at now: Duration) {
        guard shown != meaning else { return }
        shown = meaning
        since = now
    }

    /// Records a change of meaning that the user made, which takes effect without a wait.
    package mutating func follow(from old: Meaning, to new: Meaning) {
        if shown == old { shown = new }
    }

    /// Returns whether a key with this meaning may take effect now.
    package func lets(_ meaning: Meaning, at now: Duration) -> Bool {
        shown == meaning && now - since >= patience
    }
}
