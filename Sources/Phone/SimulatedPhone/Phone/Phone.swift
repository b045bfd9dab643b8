internal import Linux

/// A simulated iPhone without clock and socket: packets and time in, packets out.
///
/// Its notifications and its behaviour outlive links; what belongs to a link is in `Link`.
struct Phone: Sendable {
    /// A moment by the clock that delays go by, and by the one on the wall.
    struct Moment: Sendable {
        let time: Duration
        let wall: WallTime
    }

    /// What lasts as long as one connection.
    struct Link: Sendable {
        var server: AttributeServer
        var outbox = PacketOutbox()
        /// Packets of both directions since the link began or was set to break.
        var packets = 0
        /// Whether notifications are announced: from subscribing to unsubscribing.
        var isSessionOpen = false
        /// How much later than usual its services begin.
        var shift: UInt16 = 0
        /// What it asks the host itself.
        var question = Question.none
        /// An answer that waits for the host to ask for something else.
        var heldAnswer: PacketOutbox.Answer?
        /// How long the phone stays away once what is ready has been sent; nil while it stays.
        var drop: Duration?
    }

    /// A value that the scenario wants sent, whatever it means.
    struct RawValue: Sendable {
        /// Where it goes.
        enum Channel: Sendable {
            case notificationSource
            case dataSource
            /// Not a value but a whole packet of the attribute protocol.
            case link
        }

        let channel: Channel
        let bytes: [UInt8]
    }

    private let firstName: String
    var behaviour: Behaviour
    var store = NotificationStore()
    var random: SeededRandom
    var link: Link?
    /// Values that wait for the host to subscribe.
    var waitingValues: [RawValue] = []
    /// The names of the notifications that the host has acted on.
    var actedOn: Set<String> = []

    init(name: String, behaviour: Behaviour, seed: UInt64) {
        firstName = name
        self.behaviour = behaviour
        random = SeededRandom(seed: seed)
    }

    /// What it is called at the moment.
    var name: String { behaviour.name ?? firstName }

    /// What it shows to a host at the moment.
    var table: SimulatedAttributes {
        SimulatedAttributes(
            behaviour.model.services(
                ofPhoneNamed: name, hasNotifications: behaviour.hasService,
                further: behaviour.services
            ).map { $0.later(by: shift) })
    }

    /// How much later than usual its services begin at the moment.
    var shift: UInt16 { link?.shift ?? behaviour.shift }

    /// Begins a link; a former one is over.
    mutating func connect() {
        link = nil
        var server = AttributeServer(table: table, ownMTU: behaviour.mtu)
        server.protectionError = behaviour.protectionError
        server.answersMTU = behaviour.answersMTU
        if behaviour.model.tellsOfChangesUnasked {
            server.configure(.serviceChanged, as: 2)
        }
        link = Link(
            server: server, shift: behaviour.shift,
            question: behaviour.asksFirst ? .due : .none)
        sendWaitingValues()
    }

    /// Ends the link; notifications stay.
    mutating func disconnect() {
        link = nil
    }

    /// Hears that the link is encrypted from now on.
    mutating func secure() {
        if behaviour.canEncrypt { link?.server.isEncrypted = true }
    }

    /// When `nextPacket` will have something, which may be in the past.
    var nextDue: Duration? {
        [link?.outbox.due, questionDeadline].compactMap(\.self).min()
    }

    /// Whether the phone takes packets at the moment.
    var takesPackets: Bool {
        guard let link else { return false }
        return !link.outbox.isFull && link.drop == nil
    }

    /// How long the phone goes away for, once it has broken the link.
    var drop: Duration? { link?.drop }

    /// The packet that leaves now, if there is one.
    mutating func nextPacket(at now: Duration) -> [UInt8]? {
        giveUpQuestion(at: now)
        guard link?.drop == nil, let packet = link?.outbox.take(at: now) else { return nil }
        countPacket()
        return packet
    }

    /// Counts a packet, and breaks the link if it was the one to break it with.
    mutating func countPacket() {
        guard let packets = link?.packets else { return }
        link?.packets = packets + 1
        if let drop = behaviour.drop, packets + 1 >= drop.packets {
            link?.drop = drop.absence
            // The next link is a whole one.
            behaviour.drop = nil
        }
    }
}
