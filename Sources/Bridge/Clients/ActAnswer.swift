import Control
import JSON
import Notices

/// What the bridge says of something that was done to a notice.
struct ActAnswer {
    /// What was done, to whose notice and on which phone, as far as that is told.
    let sentence: String

    init(_ action: ControlRequest.Action, _ value: JSONValue, showsTitle: Bool = true) {
        let word =
            switch action {
            case .answer: "answered"
            case .decline: "declined"
            case .clear: "cleared"
            }
        let title = showsTitle ? Text(value.text("title") ?? "").cleaned() : ""
        let phone = Text(value.text("phone") ?? "").cleaned()
        sentence = title.isEmpty ? "\(word) on \(phone)" : "\(word): \(title) (\(phone))"
    }
}
