import Control
import Formats
import Linux

/// Controller of status reports of add-on services, each valid for its connection.
@LoopActor
final class AddOnController {
    private var registry = AddOnRegistry()
    private var clients: Set<UInt64> = []

    /// Determines the standing of a client.
    private weak var controller: RequestHandlers?

    /// Registers the handler of status reports.
    func register(with router: ControlRouter, knowing controller: RequestHandlers) {
        self.controller = controller
        router.hold(take)
    }

    /// Status of each add-on service.
    var statuses: [StatusAddOn] {
        registry.statuses { (try? UserAccount.name(of: $0)) ?? "\($0)" }
    }

    private func take(_ addOn: AddOnRequest, _ exchange: ControlExchange) {
        let since = addOn.since.flatMap(WallTime.init(timestamp:))
        guard since != nil || addOn.since == nil else {
            return exchange.refuse(
                ControlRefusal(
                    .badRequest, "since must be a time such as 2026-03-02T10:04:02.375+01:00"))
        }
        let client = exchange.clientNumber
        let peer = exchange.peer
        let owner: AddOnRegistry.Owner =
            switch controller?.standing(of: peer) {
            case .service, .owner: .trusted(user: peer.user)
            case .user, .stranger, nil: .other(user: peer.user)
            }
        if let sentence = registry.refusal(
            of: addOn, since: since, from: client, of: owner, at: .now)
        {
            return exchange.refuse(ControlRefusal(.busy, sentence))
        }
        exchange.done()
        guard clients.insert(client).inserted else { return }
        exchange.whenGone("add-on") { [self] in
            clients.remove(client)
            registry.leave(client, at: .now)
        }
    }
}
