/// What is known of beacons, and what of them is in the air.
package struct BeaconsRequest: ControlRequest {
    package typealias Answer = BeaconsAnswer
    package static let word = "beacons"
    package static let right = ControlRight.read
    /// How long the bridge can be asked to listen without a pause.
    package static let listenSeconds = 1...60

    /// For so many seconds the bridge listens without a pause from now on.
    package var listen: Int?

    package init(listen: Int? = nil) {
        self.listen = listen
    }

    package static var blank: BeaconsRequest { BeaconsRequest() }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.optional("listen", &listen, .whole(Self.listenSeconds))
    }
}

/// An iBeacon that the host is, for as long as the client stays.
package struct BroadcastRequest: ControlRequest {
    package typealias Answer = BroadcastAnswer
    package static let word = "broadcast"
    package static let right = ControlRight.act
    /// How strong a beacon can say that it is.
    package static let powers = -127...20
    /// How long it can be from one message to the next, in milliseconds.
    package static let intervals = 20...10_240
    private static let numbers = 0...Int(UInt16.max)

    /// The bytes that all beacons of one owner share, as programs write them.
    package var uuid: String
    /// The number of its group.
    package var major: Int
    /// Its number within the group.
    package var minor: Int
    /// How strong it is one metre away, in dBm; nil leaves that to the bridge.
    package var power: Int?
    /// Milliseconds from one message to the next; nil leaves that to the bridge.
    package var interval: Int?

    package init(
        uuid: String, major: Int, minor: Int, power: Int? = nil, interval: Int? = nil
    ) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.power = power
        self.interval = interval
    }

    package static var blank: BroadcastRequest {
        BroadcastRequest(uuid: "", major: 0, minor: 0)
    }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("uuid", &uuid, .name)
        try fields.required("major", &major, .whole(Self.numbers))
        try fields.required("minor", &minor, .whole(Self.numbers))
        try fields.optional("power", &power, .whole(Self.powers))
        try fields.optional("interval", &interval, .whole(Self.intervals))
    }
}
