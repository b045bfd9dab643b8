import ANCS
import Bridge
import Contract
import Control
import Linux
import Notices

/// Shows the texts that clients want shown, for a bridge whose outlets are counted by whoever owns them.
@LoopActor
struct TextRequests {
    /// What the host is called where nobody gave it a name.
    private static let namelessHost = "callboard"

    /// Shows it.
    let texts: TextController
    /// How many outlets there are that can show a text.
    weak let foreground: ForegroundBridge?

    /// Takes requests to show texts.
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
            answer.outlets = foreground?.rack.textOutletCount ?? 0
            return answer
        }
    }

    /// Shows a text, and returns its name and its end.
    private func show(_ wish: ShownText) throws(ControlRefusal) -> (NoticeID, WallTime) {
        guard !Text(wish.text).cleaned().isEmpty else {
            throw ControlRefusal(.badRequest, "text has nothing in it that can be shown")
        }
        let time = Duration.seconds(wish.seconds ?? ShownText.usualSeconds)
        let notice = texts.show(
            wish.text, on: HostName.current ?? Self.namelessHost, flags: wish.level.flags, for: time
        )
        return (notice.id, notice.received.advanced(by: time))
    }
}

extension ShownText.Level {
    /// What a phone says of a notice that is as urgent.
    fileprivate var flags: EventFlags {
        switch self {
        case .quiet: .silent
        case .normal: []
        case .urgent: .important
        }
    }
}
