import Control

extension TextMessage {
    /// The request to the bridge.
    var request: ShowRequest {
        get throws(Mistake) {
            guard text.utf8.count <= ControlLimits.shownText else {
                throw Mistake(words: "the text has more than \(ControlLimits.shownText) bytes")
            }
            var shown = ShownText(text, seconds: seconds)
            if let level {
                guard let known = ShownText.Level(rawValue: level) else {
                    throw Mistake(words: "level must be quiet, normal or urgent")
                }
                shown.level = known
            }
            return ShowRequest(shown)
        }
    }
}
