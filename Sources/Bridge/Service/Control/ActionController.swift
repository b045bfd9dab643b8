import Bridge
import Configuration
import Control
import Linux
import Notices

/// Controller of actions on notifications, for clients of the running bridge.
@LoopActor
final class ActionController {
    private weak var bridge: Bridge?
    /// Checks whether a client may read.
    private weak let controller: RequestHandlers?

    init(for bridge: Bridge, knowing controller: RequestHandlers) {
        self.bridge = bridge
        self.controller = controller
    }

    /// Registers the handler of action requests.
    func register(with router: ControlRouter) {
        router.on(act)
        router.on(media)
    }

    private func media(
        _ request: MediaRequest, for peer: PeerCredentials
    ) async throws(ControlRefusal) -> MediaAnswer {
        guard let bridge else { throw ControlRefusal(.stopping, "the bridge stops") }
        let result = await called { bridge.perform(request.command, on: request.phone, $0) }
        guard case .performed(let phone) = result else { throw result.refusal }
        return MediaAnswer(phone: controller?.mayRead(peer) == true ? phone.name : nil)
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
        // The right to act does not include the right to read.
        let mayRead = controller?.mayRead(peer) == true
        return ActAnswer(
            id: notice.id.description, title: mayRead ? notice.title.string : nil,
            phone: mayRead ? notice.phone : nil)
    }
}

extension ControlRefusal {
    /// Refuses a handle that matches several notifications.
    fileprivate static func severalNotices(_ count: Int) -> ControlRefusal {
        ControlRefusal(
            .ambiguous, "the names of \(count) notifications end like this; give more of the name")
    }
}
