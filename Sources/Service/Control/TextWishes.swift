import ANCS
import Bridge
import Contract
import Control
import Formats
import JSON
import Linux
import Notices

/// Shows the texts that clients want shown, for a bridge whose outlets are counted by whoever owns them.
@LoopActor
struct TextWishes {
    /// What the host is called where nobody gave it a name.
    private static let namelessHost = "callboard"

    /// Shows it.
    let texts: TextDesk
    /// How many outlets there are that can show a text.
    let outletCount: @LoopActor () -> Int

    /// Takes requests to show texts.
    func register(with router: ControlRouter) {
        router.on { (request: ShowRequest, exchange) in
            if let text = request.text { show(text, exchange) } else { clear(exchange) }
        }
    }

    /// Shows a text, and answers with its name and its end.
    private func show(_ wish: ShownText, _ exchange: ControlExchange) {
        guard !Text(wish.text).cleaned().isEmpty else {
            return exchange.refuse(
                ControlRefusal(.badRequest, "text has nothing in it that can be shown"))
        }
        let time = Duration.seconds(wish.seconds ?? ShownText.usualSeconds)
        let notice = texts.show(
            wish.text, on: HostName.current ?? Self.namelessHost, flags: wish.level.flags, for: time
        )
        exchange.done { writer in
            writer.member("id", notice.id.description)
            writer.member("until", notice.received.advanced(by: time).timestamp)
            writer.member("outlets", outletCount())
        }
    }

    /// Takes back all texts, and answers how many there were.
    private func clear(_ exchange: ControlExchange) {
        let count = texts.clear()
        exchange.done { $0.member("count", count) }
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
