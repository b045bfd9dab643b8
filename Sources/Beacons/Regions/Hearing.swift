/// When the host has listened: what tells a silence from deaf ears.
struct Hearing: Hashable, Sendable {
    /// Windows of listening that must have passed in vain before something counts as silent, where none lasts as long
    /// as the silence.
    static let windowsInVain = 2
    /// A shorter window proves nothing.
    static let shortestWindow: Duration = .seconds(1)

    /// Since when it has been listening; nil while it does not.
    private(set) var began: Duration?
    /// How many windows are over.
    private(set) var windows = 0

    /// Takes that it listens from now on, or no longer.
    mutating func listen(_ isListening: Bool, at time: Duration) {
        if isListening {
            began = began ?? time
        } else if let since = began {
            began = nil
            if time - since >= Self.shortestWindow { windows += 1 }
        }
    }

    /// Whether something has been silent for so long although the host listened.
    ///
    /// - Parameters:
    ///   - last: when it was heard last; nil where that was before all listening.
    ///   - count: how many windows were over then.
    func isSilent(
        _ last: Duration?, _ count: Int, for patience: Duration, at time: Duration
    ) -> Bool {
        if let last, time - last < patience { return false }
        if windows - count >= Self.windowsInVain { return true }
        guard let began else { return false }
        return time - max(began, last ?? began) >= patience
    }

    /// When that may be so, should nothing else happen before; nil where only a further window tells.
    func silence(of last: Duration?, _ count: Int, for patience: Duration) -> Duration? {
        if windows - count >= Self.windowsInVain { return (last ?? .zero) + patience }
        return began.map { max($0, last ?? $0) + patience }
    }
}
