package import Linux

/// What is known of beacons, and what is in the air.
package struct BeaconsAnswer: ControlAnswer {
    /// How the host listens.
    package var words = ""
    package var people: [BeaconResident] = []
    package var regions: [BeaconRegion] = []
    /// Everything that is heard, the strongest first.
    package var air: [BeaconInAir] = []
    /// What the host sends.
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

/// How beacons are, in numbers.
package struct StatusBeacons: ControlAnswer {
    /// How the host listens.
    package var words = ""
    /// Advertisements that were heard, and the frames of beacons among them.
    package var messages = 0
    package var frames = 0
    package var listenedSeconds = 0
    package var regions = 0
    /// Regions that are near.
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

/// How near something is, and when it was heard.
package struct BeaconSighting: Hashable, Sendable {
    /// Since when it is as it is.
    package var since: WallTime?
    package var lastHeard: WallTime?
    package var zone: String?
    /// Metres, roughly.
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

/// A person, by the phone.
package struct BeaconResident: ControlAnswer {
    package var name = ""
    package var phone = ""
    /// Whether the person is at home; nil while that is not known.
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
    /// The thing whose beacon it is.
    package var item: String?
    /// `never`, `near` or `left`.
    package var state = ""
    package var sighting = BeaconSighting()
    /// The beacon that was heard.
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

/// A beacon that is heard.
package struct BeaconInAir: ControlAnswer {
    package var beacon = ""
    /// The region that it belongs to.
    package var region: String?
    package var sighting = BeaconSighting()
    /// The power that it says it has.
    package var power = 0
    /// From how many addresses it came.
    package var addresses = 1
    /// Whether its signal never changes, as no real one does.
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

/// A beacon that the host is.
package struct BeaconBroadcast: ControlAnswer {
    package var name = ""
    package var beacon = ""
    package var isOnAir = false
    /// Why it is not.
    package var problem: String?
    /// Milliseconds between two messages, and of its turn.
    package var interval: Int?
    package var turn: Int?
    /// What the air really gets.
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

/// The beacon that the host is for as long as the client stays.
package struct BroadcastAnswer: ControlAnswer {
    package var beacon = ""
    /// What the air really gets.
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
