internal import JSON

/// Parser of the steps of a phone's timeline.
enum TimelineReader {
    private static let actions = [
        "add", "modify", "remove", "set", "change", "media", "disconnect", "send",
    ]
    private static let condition = "unless_acted"
    /// Maximum length of a packet in bytes.
    private static let longestRawValue = 517

    static func step(
        _ field: JSONField, notBefore earlier: Duration?, _ cast: inout Cast
    ) throws(JSONError) -> Scenario.Step {
        let anyFields = try JSONFields(anyKeysOf: field)
        let present = anyFields.present(of: actions)
        guard let action = present.first else {
            // If the action is misspelled, the error about that field is better than one about a
            // missing action.
            _ = try JSONFields(of: field, allowed: ["at", condition] + actions)
            throw field.error("must have one of \(actions.joined(separator: ", "))")
        }
        guard present.count == 1 else {
            throw field.error("must have one action, not \(present.joined(separator: " and "))")
        }
        let extra = action == "modify" ? NotificationReader.textNames : []
        let fields = try JSONFields(of: field, allowed: ["at", condition, action] + extra)
        let timeField = try fields.required("at")
        let time = try ScenarioReader.time(timeField)
        if let earlier, time < earlier {
            throw timeField.error("is earlier than the step before")
        }
        let unlessActed = try fields[condition].map { (name) throws(JSONError) in
            try cast.everNamed(name)
        }
        return Scenario.Step(
            time: time, unlessActed: unlessActed,
            action: try read(action, try fields.required(action), fields, &cast))
    }

    private static func read(
        _ action: String, _ field: JSONField, _ fields: JSONFields, _ cast: inout Cast
    ) throws(JSONError) -> Scenario.Action {
        switch action {
        case "add":
            return .add(try NotificationReader.addition(field, &cast))
        case "modify":
            let name = try cast.name(field)
            return .modify(name, try NotificationReader.text(fields, cast))
        case "remove":
            let name = try cast.name(field)
            cast.leave(name)
            return .remove(name)
        case "set":
            let names = BehaviourReader.names + ["mtu", "apps", "name"]
            let settings = try JSONFields(of: field, allowed: names)
            let changes = try BehaviourReader.changes(names, of: settings)
            if let apps = settings["apps"] {
                for app in try JSONFields(anyKeysOf: apps).all {
                    cast.apps.insert(Array(app.key.utf8))
                }
            }
            return .set(changes)
        case "change":
            return .set([try ServiceReader.change(field, of: cast.services)])
        case "media":
            guard cast.hasMedia else {
                throw field.error("the phone has no media service; add media to its fields")
            }
            return .media(try MediaReader.change(field, count: &cast.trackCount))
        case "disconnect":
            let absence = try JSONFields(of: field, allowed: ["for"]).required("for")
            return .disconnect(absence: try ScenarioReader.time(absence))
        default:
            return .send(try rawValue(field))
        }
    }

    private static func rawValue(_ field: JSONField) throws(JSONError) -> Phone.RawValue {
        let fields = try JSONFields(of: field, allowed: ["on", "hex"])
        let channel = try fields.required("on").choice(
            of: "a channel",
            among: [
                ("notification_source", Phone.RawValue.Channel.notificationSource),
                ("data_source", .dataSource), ("link", .link),
            ])
        let hex = try fields.required("hex")
        let bytes = try TextReader.hexadecimal(hex)
        guard bytes.count <= longestRawValue else {
            throw hex.error("must have at most \(longestRawValue) bytes, not \(bytes.count)")
        }
        // An empty packet would mean the end of the link.
        if case .link = channel, bytes.isEmpty { throw hex.error("must have at least one byte") }
        return Phone.RawValue(channel: channel, bytes: bytes)
    }
}
