internal import Linux

/// A simulated iPhone without clock and socket: it takes packets and time, and returns packets.
///
/// Its notifications and its behaviour outlive links; the state of a link is in `Link`.
struct Phone: Sendable {
    /// A time of the monotonic clock, for delays, and of the wall clock.
    struct Moment: Sendable {
        let time: Duration
        let wall: WallTime
    }

    /// State of one connection.
    struct Link: Sendable {
        var server: AttributeServer
        var outbox = PacketOutbox()
        /// Packets in both directions since the link began, or since `drop` was set.
        var packets = 0
        /// Whether notifications are announced: from the subscription to its end.
        var isSessionOpen = false
        /// Number by which the handles of all services but the first are shifted on this link.
        var shift: UInt16 = 0
        /// State of the phone's own request to the host.
        var question = Question.none
        var media = MediaLink()
        /// An answer held until the host's next request.
        var heldAnswer: PacketOutbox.Answer?
        /// Time until the phone reconnects; set when the link is to be closed.
        ///
        /// From then on, no packet leaves the outbox.
        var drop: Duration?
    }

    /// An arbitrary value sent by the scenario.
    struct RawValue: Sendable {
        /// Destination of the value.
        enum Channel: Sendable {
            case notificationSource
            case dataSource
            /// A whole packet of the attribute protocol instead of a value.
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
    /// Values that wait for a subscription of the host.
    var waitingValues: [RawValue] = []
    /// Names of the notifications on which the host has acted.
    var actedOn: Set<String> = []
    /// Current player of media; nil if there is none.
    var player: SimulatedPlayer?
    /// Time at which the behaviour forces the next track.
    var forcedTrack: Duration?

    init(name: String, behaviour: Behaviour, seed: UInt64) {
        firstName = name
        self.behaviour = behaviour
        random = SeededRandom(seed: seed)
    }

    /// Current name.
    var name: String { behaviour.name ?? firstName }

    /// Current attributes.
    var table: SimulatedAttributes {
        SimulatedAttributes(
            behaviour.model.services(
                ofPhoneNamed: name, hasNotifications: behaviour.hasService,
                further: behaviour.services.map { $0.behaving(behaviour.media) }
            ).map { $0.later(by: shift) })
    }

    /// Current shift of the handles.
    var shift: UInt16 { link?.shift ?? behaviour.shift }

    /// Begins a link, and ends the previous one.
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

    /// Ends the link; notifications are kept.
    mutating func disconnect() {
        link = nil
    }

    /// Encrypts the link, unless the behaviour lets encryption fail.
    mutating func secure() {
        if behaviour.canEncrypt { link?.server.isEncrypted = true }
    }

    /// Time of the next packet, of the end of waiting for the host's answer, or of the player's next
    /// change, whichever is earliest.
    ///
    /// It may be in the past, and is nil without all of them.
    var nextDue: Duration? {
        [link?.outbox.due, questionDeadline, playerDue].compactMap(\.self).min()
    }

    /// Whether the phone accepts packets at the moment.
    var takesPackets: Bool {
        guard let link else { return false }
        return !link.outbox.isFull && link.drop == nil
    }

    /// Time until the phone reconnects, if it has closed the link.
    var drop: Duration? { link?.drop }

    /// Removes and returns the packet due now, if there is one.
    mutating func nextPacket(at now: Duration) -> [UInt8]? {
        giveUpQuestion(at: now)
        followPlayer(to: now)
        guard link?.drop == nil, let packet = link?.outbox.take(at: now) else { return nil }
        countPacket()
        return packet
    }

    /// Counts a packet, and closes the link if its limit is reached.
    mutating func countPacket() {
        guard let packets = link?.packets else { return }
        link?.packets = packets + 1
        if let drop = behaviour.drop, packets + 1 >= drop.packets {
            link?.drop = drop.absence
            // The next link is not affected.
            behaviour.drop = nil
        }
    }
}
