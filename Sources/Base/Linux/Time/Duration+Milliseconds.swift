extension Duration {
    /// The duration in whole milliseconds, as in events.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    /// The duration without its sign.
    package var magnitude: Duration { self < .zero ? .zero - self : self }
}
