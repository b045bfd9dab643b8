import Control
import JSON
import Notices

/// What the bridge says of something that was done to a notice.
struct ActAnswer {
    /// What was done, to whose notice and on which phone, as far as that is told.
    let sentence: String

    /// - Parameter title: whose notice it was; empty where that is not told.
    init(_ act: PersonAct, title: String, phone: String) {
        let word =
            switch act {
            case .answer: "answered"
            case .decline: "declined"
            case .clear: "cleared"
            }
        sentence = title.isEmpty ? "\(word) on \(phone)" : "\(word): \(title) (\(phone))"
    }

    /// Reads what a bridge has told.
    ///
    /// - Parameter who: whose notice it is, where the title may not be shown as the bridge tells it.
    init(_ action: ControlRequest.Action, _ value: JSONValue, who: String? = nil) {
        self.init(
            PersonAct(action), title: who ?? Text(value.text("title") ?? "").cleaned(),
            phone: Text(value.text("phone") ?? "").cleaned())
    }
}

extension PersonAct {
    /// What a client of the control socket wants done.
    init(_ action: ControlRequest.Action) {
        self =
            switch action {
            case .answer: .answer
            case .decline: .decline
            case .clear: .clear
            }
    }
}
