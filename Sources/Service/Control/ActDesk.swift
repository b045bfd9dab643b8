import Bridge
import Configuration
import Contract
import Control
import JSON
import Linux
import Notices
import Rack

/// Does to notices what clients of the running bridge ask for.
@LoopActor
final class ActDesk {
    private weak var bridge: Bridge?
    /// Why somebody may not do something; nil where they may.
    private let refusal: @LoopActor (PeerCredentials, ControlRight) -> ControlRefusal?

    init(
        for bridge: Bridge,
        refusal: @escaping @LoopActor (PeerCredentials, ControlRight) -> ControlRefusal?
    ) {
        self.bridge = bridge
        self.refusal = refusal
    }

    /// Takes requests to act.
    func register(with router: ControlRouter) {
        router.on { [self] in act($0, $1) }
    }

    private func act(_ request: ActRequest, _ exchange: ControlExchange) {
        guard let bridge else { return }
        var id: NoticeID?
        if let name = request.notice {
            let ids = NoticeHandle(name).map(bridge.notices) ?? []
            guard let found = ids.first else {
                return exchange.refuse(ActResult.noSuchNotice.refusal)
            }
            guard ids.count == 1 else { return exchange.refuse(.severalNotices(ids.count)) }
            id = found
        }
        let refusal = refusal
        bridge.perform(PersonAct(request.action), on: id) { result in
            guard case .performed(let notice) = result else {
                return exchange.refuse(result.refusal)
            }
            // Who may act need not be one who may read.
            let mayRead = refusal(exchange.peer, .read) == nil
            exchange.done { writer in
                writer.member("id", notice.id.description)
                guard mayRead else { return }
                writer.member("title", notice.title.string)
                writer.member("phone", notice.phone)
            }
        }
    }
}

extension ControlRefusal {
    /// More than one notice may be meant.
    fileprivate static func severalNotices(_ count: Int) -> ControlRefusal {
        ControlRefusal(
            .ambiguous, "the names of \(count) notices end like this; give more of the name")
    }
}
