/// Request for configured beacons and those in the air.
package struct BeaconsRequest: ControlRequest {
    package typealias Answer = BeaconsAnswer
    package static let word = "beacons"
    package static let right = ControlRight.read
    /// Valid durations of continuous scanning in seconds.
    package static let listenSeconds = 1...60

    /// Seconds for which the bridge scans continuously from now on.
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

/// An iBeacon that the host broadcasts while the client stays connected.
package struct BroadcastRequest: ControlRequest {
    package typealias Answer = BroadcastAnswer
    package static let word = "broadcast"
    package static let right = ControlRight.act
    /// Valid measured powers in dBm.
    package static let powers = -127...20
    /// Valid advertising intervals in milliseconds.
    package static let intervals = 20...10_240
    private static let numbers = 0...Int(UInt16.max)

    /// UUID shared by all beacons of one owner, in its text form.
    package var uuid: String
    /// Number of the beacon's group.
    package var major: Int
    /// Number of the beacon within its group.
    package var minor: Int
    /// Measured power at one metre in dBm; nil for the default of the bridge.
    package var power: Int?
    /// Advertising interval in milliseconds; nil for the default of the bridge.
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
