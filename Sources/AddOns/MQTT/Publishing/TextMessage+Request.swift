import Contract
import Control

extension TextMessage {
    /// What the bridge is asked for.
    var request: ShowRequest {
        get throws(Mistake) {
            guard text.utf8.count <= ControlLimits.shownText else {
                throw Mistake(words: "the text has more than \(ControlLimits.shownText) bytes")
            }
            var shown = ShownText(text, seconds: seconds)
            if let level {
                guard let known = ShownText.Level(rawValue: level) else {
                    throw Mistake(words: "level is quiet, normal or urgent")
                }
                shown.level = known
            }
            return ShowRequest(shown)
        }
    }
}
