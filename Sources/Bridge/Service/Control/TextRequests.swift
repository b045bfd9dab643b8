import ANCS
import Bridge
import Control
import Linux
import Notices

/// Handler of requests to show a text, or to withdraw all texts.
@LoopActor
struct TextRequests {
    /// Controller that shows the texts.
    let texts: TextController
    /// Provides the number of outputs that can show text.
    weak let foreground: ForegroundBridge?

    /// Registers the handler of text requests.
    func register(with router: ControlRouter) {
        router.on { (request: ShowRequest, _) throws(ControlRefusal) in
            var answer = ShowAnswer()
            guard let text = request.text else {
                answer.count = texts.clear()
                return answer
            }
            let (id, until) = try show(text)
            answer.id = id.description
            answer.until = until
            answer.outlets = foreground?.bridgeOutlets.textOutletCount ?? 0
            return answer
        }
    }

    /// Shows a text, and returns its id and the time until which it is shown.
    private func show(_ wish: ShownText) throws(ControlRefusal) -> (NoticeID, WallTime) {
        guard !Text(wish.text).cleaned().isEmpty else {
            throw ControlRefusal(.badRequest, "text has nothing in it that can be shown")
        }
        let time = Duration.seconds(wish.seconds ?? ShownText.usualSeconds)
        let notice = texts.show(
            wish.text, flags: wish.level.flags, for: time)
        return (notice.id, notice.received.advanced(by: time))
    }
}

extension ShownText.Level {
    /// Flags of a notification with this urgency.
    fileprivate var flags: EventFlags {
        switch self {
        case .quiet: .silent
        case .normal: []
        case .urgent: .important
        }
    }
}
