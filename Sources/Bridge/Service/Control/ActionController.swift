import Bridge
import Configuration
import Contract
import Control
import Linux
import Notices

/// Does to notices what clients of the running bridge ask for.
@LoopActor
final class ActionController {
    private weak var bridge: Bridge?
    /// Why somebody may not do something; nil where they may.
    private weak let controller: RequestHandlers?

    init(for bridge: Bridge, knowing controller: RequestHandlers) {
        self.bridge = bridge
        self.controller = controller
    }

    /// Takes requests to act.
    func register(with router: ControlRouter) {
        router.on(act)
    }

    private func act(
        _ request: ActRequest, for peer: PeerCredentials
    ) async throws(ControlRefusal) -> ActAnswer {
        guard let bridge else { throw ControlRefusal(.stopping, "the bridge stops") }
        var id: NoticeID?
        if let name = request.notice {
            let ids = NoticeHandle(name).map(bridge.notices) ?? []
            guard let found = ids.first else { throw ActResult.noSuchNotice.refusal }
            guard ids.count == 1 else { throw .severalNotices(ids.count) }
            id = found
        }
        let result = await called { bridge.perform(NoticeAction(request.action), on: id, $0) }
        guard case .performed(let notice) = result else { throw result.refusal }
        // A client that may act need not be one that may read.
        let mayRead = controller?.mayRead(peer) == true
        return ActAnswer(
            id: notice.id.description, title: mayRead ? notice.title.string : nil,
            phone: mayRead ? notice.phone : nil)
    }
}

extension ControlRefusal {
    /// More than one notice may be meant.
    fileprivate static func severalNotices(_ count: Int) -> ControlRefusal {
        ControlRefusal(
            .ambiguous, "the names of \(count) notices end like this; give more of the name")
    }
}
