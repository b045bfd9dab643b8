internal import Basics
internal import JSON

/// Parser of a whole scenario, which rejects scenarios that cannot be played.
enum ScenarioReader {
    /// Supported version of the format.
    static let format = 1
    /// Maximum number of phones, more than any radio serves.
    static let phoneLimit = 16
    /// Maximum number of notifications of one phone.
    static let notificationLimit = 100_000
    /// Permitted lengths of a phone's name in bytes.
    static let nameLengths = 1...248
    /// Permitted times in seconds, up to a day.
    static let times: ClosedRange<Double> = 0...86_400

    /// Models of phones by name.
    static let models: [(name: String, value: PhoneModel)] = [
        ("iphone-8-plus", .iPhone8Plus), ("iphone-12", .iPhone12), ("ipad", .iPad),
    ]

    static func scenario(
        _ field: JSONField
    ) throws(JSONError) -> (String, [Scenario.PhoneScript], [AirSource], Duration?) {
        let fields = try JSONFields(
            of: field, allowed: ["format", "description", "phones", "air", "ends"])
        let formatField = try fields.required("format")
        guard case .integer(let number) = formatField.value.content, number == format else {
            throw formatField.error("must be \(format), the only supported format")
        }
        let description = try fields["description"]?.string() ?? ""
        let list = try fields.required("phones")
        let elements = try list.elements()
        guard (1...phoneLimit).contains(elements.count) else {
            throw list.error("must have 1 to \(phoneLimit) phones, not \(elements.count)")
        }
        var phones: [Scenario.PhoneScript] = []
        for element in elements {
            let phone = try phone(element, number: phones.count + 1)
            if let index = phones.firstIndex(where: { $0.bond == phone.bond }) {
                throw element.error(
                    "has the bond \(phone.bond.quotedForErrors) of phones[\(index)]; each phone needs "
                        + "its own")
            }
            phones.append(phone)
        }
        let bonds = phones.map(\.bond)
        let air =
            try fields["air"].map { (list) throws(JSONError) in
                try AirReader.sources(list, bonds: bonds)
            } ?? []
        let last = Scenario.last(of: phones, air)
        var end: Duration?
        if let field = fields["ends"] {
            let time = try time(field)
            guard time >= last else { throw field.error("is before the last event") }
            end = time
        }
        return (description, phones, air, end)
    }

    static func time(_ field: JSONField) throws(JSONError) -> Duration {
        // Decimal fractions of a second are not exact in binary.
        .microseconds(Int64((try field.number(in: times) * 1_000_000).rounded()))
    }

    private static func phone(
        _ field: JSONField, number: Int
    ) throws(JSONError) -> Scenario.PhoneScript {
        let fields = try JSONFields(
            of: field,
            allowed: [
                "name", "bond", "arrives", "model", "mtu", "apps", "services", "media", "behaviour",
                "existing", "timeline",
            ])
        let name = try text(try fields.required("name"), lengths: nameLengths)
        var bond = "phone-\(number)"
        if let field = fields["bond"] { bond = try text(field, lengths: 1...64) }
        var arrival = Duration.zero
        if let field = fields["arrives"] { arrival = try time(field) }

        let behaviour = try behaviour(fields)
        var cast = Cast(apps: behaviour.apps, services: behaviour.services)
        var media: PlayerChange?
        if let field = fields["media"] {
            cast.hasMedia = true
            media = try MediaReader.change(field, count: &cast.trackCount)
        }
        var existing: [Scenario.Addition] = []
        for element in try fields["existing"]?.elements() ?? [] {
            existing.append(try NotificationReader.addition(element, &cast))
        }
        var timeline: [Scenario.Step] = []
        for element in try fields["timeline"]?.elements() ?? [] {
            timeline.append(
                try TimelineReader.step(element, notBefore: timeline.last?.time, &cast))
        }
        return Scenario.PhoneScript(
            name: name, bond: bond, arrival: arrival, behaviour: behaviour, media: media,
            existing: existing, timeline: timeline)
    }

    private static func behaviour(_ fields: JSONFields) throws(JSONError) -> Behaviour {
        var behaviour = Behaviour()
        var changes = try BehaviourReader.changes(["mtu", "apps"], of: fields)
        if let field = fields["behaviour"] {
            let settings = try JSONFields(of: field, allowed: BehaviourReader.names)
            changes += try BehaviourReader.changes(BehaviourReader.names, of: settings)
        }
        for change in changes { change(&behaviour) }
        if let field = fields["model"] {
            behaviour.model = try field.choice(of: "a model", among: models)
            behaviour.services = behaviour.model.further
        }
        let hasMedia = fields["media"] != nil
        if let field = fields["services"] {
            behaviour.services = try ServiceReader.services(
                field, of: behaviour.model, hasMedia: hasMedia)
        }
        if behaviour.clock != nil {
            behaviour.services = ServiceDefinition.withClock(behaviour.services)
        }
        if hasMedia { behaviour.services = ServiceDefinition.withPlayer(behaviour.services) }
        return behaviour
    }

    /// Parses a text of this length in bytes.
    static func text(
        _ field: JSONField, lengths: ClosedRange<Int>
    ) throws(JSONError) -> String {
        let text = try field.string()
        guard lengths.contains(text.utf8.count) else {
            throw field.error(
                "must have \(lengths.lowerBound) to \(lengths.upperBound) bytes, "
                    + "not \(text.utf8.count)")
        }
        return text
    }
}

/// Names of a phone's notifications while a file is parsed in order.
struct Cast {
    private var present: Set<String> = []
    private var all: Set<String> = []
    private var count = 0
    /// Identifiers of the apps that notifications may name.
    var apps: Set<[UInt8]>
    /// Services that may change.
    let services: [ServiceDefinition]
    /// Whether the phone has a player that steps may change.
    var hasMedia = false
    /// Number of tracks in the queue of the player.
    var trackCount = 0

    init(apps: [[UInt8]: AppName], services: [ServiceDefinition]) {
        self.apps = Set(apps.keys)
        self.services = services
    }

    /// Adds a notification with a new name.
    mutating func enter(
        _ name: String, count: Int, isCall: Bool, _ field: JSONField
    ) throws(JSONError) {
        guard all.insert(name).inserted else {
            throw field.error("another notification of this phone already has this name")
        }
        present.insert(name)
        self.count += count
        guard self.count <= ScenarioReader.notificationLimit else {
            throw field.error(
                "a phone must not have more than \(ScenarioReader.notificationLimit) notifications")
        }
        // Names of the notifications after the host accepts or declines a call.
        if isCall { present.formUnion(["\(name).active", "\(name).missed"]) }
    }

    /// Parses the name of a notification that exists at this time, or existed before.
    func everNamed(_ field: JSONField) throws(JSONError) -> String {
        try name(field, among: all)
    }

    /// Parses the name of a notification that exists at this time.
    func name(_ field: JSONField) throws(JSONError) -> String {
        try name(field, among: present)
    }

    private func name(
        _ field: JSONField, among known: Set<String>
    ) throws(JSONError) -> String {
        let name = try field.string()
        guard known.contains(name) else {
            let near = NearMatch.find(for: name, among: known.sorted())
            let advice = near.map { "; did you mean \"\($0)\"?" } ?? ""
            throw field.error(
                "there is no notification \(name.quotedForErrors) at this time\(advice)")
        }
        return name
    }

    mutating func leave(_ name: String) {
        present.remove(name)
    }
}
