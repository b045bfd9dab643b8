import BeaconDesk
import Beacons
import Contract
import Control
import JSON
import Radio

extension BeaconDesk {
    /// Takes requests about beacons.
    func register(with router: ControlRouter) {
        router.on { [weak self] (request: BeaconsRequest, exchange) in
            self?.answer(exchange, listeningFor: request.listen)
        }
        router.on { [weak self] (request: BroadcastRequest, exchange) in
            self?.broadcast(request, for: exchange)
        }
    }

    /// Answers with all that is known, and listens without a pause for so many seconds where that is wished.
    func answer(_ exchange: ControlExchange, listeningFor seconds: Int?) {
        if let seconds, !listen(for: .seconds(seconds)) {
            return exchange.refuse(ControlRefusal(.failed, "no beacon can be heard: \(words)"))
        }
        exchange.done { snapshot.write(to: &$0) }
    }

    /// Makes the host one more beacon for as long as the client stays.
    func broadcast(_ wish: BroadcastRequest, for exchange: ControlExchange) {
        guard let uuid = UInt128(uuidText: wish.uuid) else {
            return exchange.refuse(
                ControlRefusal(
                    .badRequest,
                    "uuid wants a UUID such as fda50693-a4e2-4fb1-afcf-c6eb07647825"))
        }
        let beacon = BeaconID(
            .iBeacon, uuid: uuid, major: UInt16(clamping: wish.major),
            minor: UInt16(clamping: wish.minor))
        let broadcast = BeaconSettings.Broadcast(
            name: "client \(exchange.clientNumber)",
            frame: BeaconFrame(beacon, power: wish.power ?? BeaconSettings.usualPower),
            interval: wish.interval.map { .milliseconds($0) } ?? BeaconSettings.usualInterval)
        guard let loan = lend(broadcast) else {
            return exchange.refuse(
                ControlRefusal(
                    .busy,
                    canSend
                        ? "the host sends \(BeaconSettings.broadcastLimit) beacons already, which is "
                            + "as many as can be" : words))
        }
        exchange.whenGone { [weak self] in self?.endLoan(loan) }
        exchange.done { writer in
            writer.member("beacon", beacon.description)
            if let row = snapshot.broadcasts.last { writer.member("words", row.words) }
        }
    }

    /// How beacons are doing, as a member of an object; nothing where nobody asked for any.
    func writeStatus(to writer: inout JSONWriter) {
        let snapshot = snapshot
        guard !settings.isEmpty || !snapshot.broadcasts.isEmpty else { return }
        let heard = heard
        writer.key("beacons")
        writer.beginObject()
        writer.member("words", snapshot.words)
        writer.member("messages", heard.messages)
        writer.member("frames", heard.frames)
        writer.member("listened_seconds", heard.listened.components.seconds)
        writer.member("regions", snapshot.regions.count)
        writer.member("near", snapshot.regions.count { $0.condition.state == .near })
        writer.member("in_air", snapshot.air.count)
        snapshot.writeBroadcasts(to: &writer)
        writer.endObject()
    }
}
