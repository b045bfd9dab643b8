extension Duration {
    /// The duration in the largest unit that gives two or more.
    package var roughWords: String {
        let seconds = max(self, .zero).components.seconds
        return switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) days"
        }
    }
}
