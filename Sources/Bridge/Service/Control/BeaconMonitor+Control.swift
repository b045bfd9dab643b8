import Basics
import BeaconMonitoring
import Beacons
import Control
import Notices
import Radio

extension BeaconMonitor {
    /// Registers the handlers of beacon requests.
    func register(with router: ControlRouter) {
        router.on { [self] (request: BeaconsRequest, _) throws(ControlRefusal) in
            try answer(listeningFor: request.listen)
        }
        router.hold { [self] in broadcast($0, for: $1) }
    }

    /// Returns the current state at once; if `seconds` is set, the host also listens without pauses for that time.
    func answer(listeningFor seconds: Int?) throws(ControlRefusal) -> BeaconsAnswer {
        if let seconds, !listen(for: .seconds(seconds)) {
            throw ControlRefusal(.failed, "no beacon can be received: \(words)")
        }
        return snapshot.answer
    }

    /// Sends a beacon until the client disconnects.
    func broadcast(_ wish: BroadcastRequest, for exchange: ControlExchange) {
        guard let uuid = UInt128(uuidText: wish.uuid) else {
            return exchange.refuse(
                ControlRefusal(
                    .badRequest,
                    "uuid must be a UUID such as fda50693-a4e2-4fb1-afcf-c6eb07647825"))
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
                        ? "the host already sends \(BeaconSettings.broadcastLimit) beacons, which is "
                            + "the maximum" : words))
        }
        exchange.whenGone("broadcast \(loan)") { [self] in endLoan(loan) }
        exchange.done(
            BroadcastAnswer(
                beacon: beacon.description, words: snapshot.broadcasts.last?.words))
    }

    /// Summary for the status; nil if beacons are not in use.
    var beaconStatus: StatusBeacons? {
        let snapshot = snapshot
        guard !settings.isEmpty || !snapshot.broadcasts.isEmpty else { return nil }
        let heard = heard
        var status = StatusBeacons()
        status.words = snapshot.words
        status.messages = heard.messages
        status.frames = heard.frames
        status.listenedSeconds = Int(heard.listened.components.seconds)
        status.regions = snapshot.regions.count
        status.near = snapshot.regions.count { $0.condition.state == .near }
        status.inAir = snapshot.air.count
        status.broadcasts = snapshot.broadcasts.map(\.answer)
        return status
    }
}
