package import Linux

/// Configured regions and residents, beacons in the air, and own broadcasts.
package struct BeaconsAnswer: ControlAnswer {
    /// Description of how the host scans.
    package var words = ""
    package var people: [BeaconResident] = []
    package var regions: [BeaconRegion] = []
    /// All beacons received, strongest first.
    package var air: [BeaconInAir] = []
    /// Beacons broadcast by this host.
    package var broadcasts: [BeaconBroadcast] = []

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("words", &words, .text)
        try fields.required("people", &people, .objects())
        try fields.required("regions", &regions, .objects())
        try fields.required("air", &air, .objects())
        try fields.required("broadcasts", &broadcasts, .objects())
    }
}

/// Beacon status in numbers.
package struct StatusBeacons: ControlAnswer {
    /// Description of how the host scans.
    package var words = ""
    /// Advertisements received, and beacon frames among them.
    package var messages = 0
    package var frames = 0
    package var listenedSeconds = 0
    package var regions = 0
    /// Number of regions in range.
    package var near = 0
    package var inAir = 0
    package var broadcasts: [BeaconBroadcast] = []

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("words", &words, .text)
        try fields.required("messages", &messages, .number)
        try fields.required("frames", &frames, .number)
        try fields.required("listened_seconds", &listenedSeconds, .number)
        try fields.required("regions", &regions, .number)
        try fields.required("near", &near, .number)
        try fields.required("in_air", &inAir, .number)
        try fields.required("broadcasts", &broadcasts, .objects())
    }
}

/// Proximity of a beacon, and when it was heard.
package struct BeaconSighting: Hashable, Sendable {
    /// Time of the last change of state.
    package var since: WallTime?
    package var lastHeard: WallTime?
    package var zone: String?
    /// Estimated distance in metres.
    package var accuracy: Double?
    package var signal: Int?

    package init() {}

    fileprivate mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.optional("since", &since, .moment)
        try fields.optional("last_heard", &lastHeard, .moment)
        try fields.optional("zone", &zone, .text)
        try fields.optional("accuracy", &accuracy, .fraction)
        try fields.optional("signal", &signal, .number)
    }
}

/// A resident, located by their phone.
package struct BeaconResident: ControlAnswer {
    package var name = ""
    package var phone = ""
    /// Whether the resident is at home; nil while unknown.
    package var isHome: Bool?
    package var sighting = BeaconSighting()

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("name", &name, .text)
        try fields.required("phone", &phone, .text)
        try fields.optional("home", &isHome, .truth)
        try sighting.visit(&fields)
    }
}

/// A region of the configuration.
package struct BeaconRegion: ControlAnswer {
    package var name = ""
    /// The item that carries the beacon.
    package var item: String?
    package var state = ""
    package var sighting = BeaconSighting()
    /// Beacon heard in this region.
    package var beacon: String?

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("name", &name, .text)
        try fields.optional("item", &item, .text)
        try fields.required("state", &state, .text)
        try sighting.visit(&fields)
        try fields.optional("beacon", &beacon, .text)
    }
}

/// A beacon in range.
package struct BeaconInAir: ControlAnswer {
    package var beacon = ""
    /// Region that the beacon belongs to.
    package var region: String?
    package var sighting = BeaconSighting()
    /// Signal strength at one metre in dBm, as the beacon advertises it.
    package var power = 0
    /// Number of addresses that sent this beacon.
    package var addresses = 1
    /// Whether the signal strength never changes, unlike that of a real beacon.
    package var isStuck = false

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("beacon", &beacon, .text)
        try fields.optional("region", &region, .text)
        try sighting.visit(&fields)
        try fields.required("power", &power, .number)
        try fields.required("addresses", &addresses, .number)
        try fields.usual("stuck", &isStuck, .truth, false)
    }
}

/// A beacon that the host broadcasts.
package struct BeaconBroadcast: ControlAnswer {
    package var name = ""
    package var beacon = ""
    package var isOnAir = false
    /// Reason why the beacon is not on the air; nil if it is, or will be.
    package var problem: String?
    /// Advertising interval in milliseconds; nil if unknown.
    package var interval: Int?
    /// Milliseconds per turn if the beacon alternates with the advertisement for phones; nil if it does not.
    package var turn: Int?
    /// Description of what is actually transmitted.
    package var words = ""

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("name", &name, .text)
        try fields.required("beacon", &beacon, .text)
        try fields.required("on_air", &isOnAir, .truth)
        try fields.optional("problem", &problem, .text)
        try fields.optional("interval", &interval, .number)
        try fields.optional("turn", &turn, .number)
        try fields.required("words", &words, .text)
    }
}

/// The beacon that the host broadcasts while the client stays connected.
package struct BroadcastAnswer: ControlAnswer {
    package var beacon = ""
    /// Description of what is actually transmitted.
    package var words: String?

    package init() {}

    package init(beacon: String, words: String?) {
        self.beacon = beacon
        self.words = words
    }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("beacon", &beacon, .text)
        try fields.optional("words", &words, .text)
    }
}
