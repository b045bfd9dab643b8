import Contract
import Control
import Formats
import Linux

/// Takes what programs that work beside the bridge say of themselves, for as long as they stay.
@LoopActor
final class CompanionDesk {
    private var roll = CompanionRoll()
    private var clients: Set<UInt64> = []

    /// Takes what programs tell.
    func register(with router: ControlRouter) {
        router.hold { [weak self] in self?.take($0, $1) }
    }

    /// How each of them is.
    var statuses: [StatusCompanion] { roll.statuses }

    private func take(_ companion: CompanionRequest, _ exchange: ControlExchange) {
        let since = companion.since.flatMap(WallTime.init(timestamp:))
        guard since != nil || companion.since == nil else {
            return exchange.refuse(
                ControlRefusal(
                    .badRequest, "since wants a moment such as 2026-03-02T10:04:02.375+01:00"))
        }
        let client = exchange.clientNumber
        guard roll.take(companion, since: since, from: client, at: .now) else {
            return exchange.refuse(
                ControlRefusal(
                    .busy, "\(CompanionRoll.limit) companions are here, which is as many as can be")
            )
        }
        exchange.done()
        guard clients.insert(client).inserted else { return }
        exchange.whenGone { [weak self] in
            self?.clients.remove(client)
            self?.roll.leave(client, at: .now)
        }
    }
}
