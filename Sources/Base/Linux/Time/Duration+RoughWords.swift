extension Duration {
    /// The duration in the largest unit of which it has two or more, such as `119 s` and `2 min`.
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
