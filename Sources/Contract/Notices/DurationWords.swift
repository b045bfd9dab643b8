extension Duration {
    /// The duration in seconds, in minutes and seconds, or in hours and minutes.
    package var words: String {
        let seconds = max(self, .zero).components.seconds
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
        return "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }
}
