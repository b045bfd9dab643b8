internal import JSON

extension Behaviour {
    /// A change of a phone's behaviour.
    typealias Change = @Sendable (inout Behaviour) -> Void
}

/// Parser of a phone's behaviour; `null` restores the default.
enum BehaviourReader {
    typealias Reader = @Sendable (JSONField) throws(JSONError) -> Behaviour.Change

    typealias Property<Value> = any WritableKeyPath<Behaviour, Value> & Sendable

    /// Fields of a behaviour.
    static let names = settings.map(\.name)

    /// Returns a change for each named field that is present, in the order of the tables below.
    static func changes(
        _ names: [String], of fields: JSONFields
    ) throws(JSONError) -> [Behaviour.Change] {
        var changes: [Behaviour.Change] = []
        for setting in settings + linkSettings where names.contains(setting.name) {
            if let field = fields[setting.name] { changes.append(try setting.read(field)) }
        }
        return changes
    }

    private static let linkSettings: [(name: String, read: Reader)] = [
        setting("mtu", \.mtu) { field throws(JSONError) in try field.integer(in: 23...517) },
        ("apps", { field throws(JSONError) in try appChange(field) }),
        setting("name", \.name) { field throws(JSONError) in
            try ScenarioReader.text(field, lengths: ScenarioReader.nameLengths)
        },
    ]

    private static let settings: [(name: String, read: Reader)] = [
        setting("fragment", \.fragmentation, fragmentation),
        setting("write_delay", \.writeDelay, delay),
        setting("answer_delay", \.answerDelay, delay),
        setting("fragment_delay", \.fragmentDelay, delay),
        setting("error", \.forcedError, forcedError),
        setting("silent", \.isSilent) { field throws(JSONError) in try field.bool() },
        setting("mute", \.isMute) { field throws(JSONError) in try field.bool() },
        choice(
            "source", \.source, of: "a state of Notification Source",
            [("working", .working), ("stopped", .stopped), ("dead", .dead)]),
        setting("drop", \.drop, drop),
        setting("wrong_uid", \.answersWrongUID) { field throws(JSONError) in try field.bool() },
        choice(
            "attributes", \.attributeOrder, of: "an order of attributes",
            [("asked", .asked), ("reversed", .reversed), ("shuffled", .shuffled)]),
        choice("omit", \.omittedAttribute, of: "an attribute", attributes),
        choice("duplicate", \.duplicatedAttribute, of: "an attribute", attributes),
        setting("extra", \.extraAttribute) { field throws(JSONError) in
            UInt8(try field.integer(in: 8...255))
        },
        choice(
            "answers", \.answerTiming, of: "a way to answer",
            [("once", .once), ("twice", .twice), ("late", .late)]),
        setting("service", \.hasService) { field throws(JSONError) in try field.bool() },
        choice(
            "announce", \.announcement, of: "a way to announce",
            [("all", .all), ("some", .some), ("none", .none), ("unmarked", .unmarked)]),
        choice(
            "uids", \.numbering, of: "a way to number",
            [("renumbered", .anew), ("kept", .kept)]),
        setting("first_uid", \.firstUID) { field throws(JSONError) in
            UInt32(try field.integer(in: 0...Int(UInt32.max)))
        },
        setting("sharing", \.isSharing) { field throws(JSONError) in try field.bool() },
        setting("signal", \.signal) { field throws(JSONError) in
            try field.integer(in: -127...20)
        },
        setting("clock", \.clock) { field throws(JSONError) in try ClockReader.clock(field) },
        ("media", { field throws(JSONError) in try mediaChange(field) }),
        setting("mtu_answer", \.answersMTU) { field throws(JSONError) in try field.bool() },
        setting("asks_first", \.asksFirst) { field throws(JSONError) in try field.bool() },
        setting("shift", \.shift) { field throws(JSONError) in
            UInt16(try field.integer(in: 0...255))
        },
        setting("encryption", \.canEncrypt) { field throws(JSONError) in try field.bool() },
        choice(
            "refusal", \.protectionError, of: "an error for links that are not encrypted",
            [
                ("insufficient_authentication", .insufficientAuthentication),
                ("insufficient_encryption", .insufficientEncryption),
            ]),
    ]

    private static let attributes: [(name: String, value: NotificationAttribute?)] = [
        ("app", .app), ("title", .title), ("subtitle", .subtitle), ("message", .message),
        ("message_size", .messageSize), ("date", .date), ("positive", .positiveLabel),
        ("negative", .negativeLabel),
    ]

    static func setting<Value: Sendable>(
        _ name: String, _ property: Property<Value>,
        _ read: @escaping @Sendable (JSONField) throws(JSONError) -> Value
    ) -> (name: String, read: Reader) {
        (
            name,
            { field throws(JSONError) in
                let value = field.isNull ? Behaviour()[keyPath: property] : try read(field)
                return { behaviour in behaviour[keyPath: property] = value }
            }
        )
    }

    static func choice<Value: Sendable>(
        _ name: String, _ property: Property<Value>,
        of thing: String, _ choices: [(name: String, value: Value)]
    ) -> (name: String, read: Reader) {
        setting(name, property) { field throws(JSONError) in
            try field.choice(of: thing, among: choices)
        }
    }
}

extension BehaviourReader {
    private static func fragmentation(
        _ field: JSONField
    ) throws(JSONError) -> Behaviour.Fragmentation {
        guard field.isString else { return .bytes(try field.integer(in: 1...514)) }
        return try field.choice(of: "a way to cut answers", among: [("random", .random)])
    }

    /// Parses a number of seconds, alone or with jitter.
    static func delay(_ field: JSONField) throws(JSONError) -> Behaviour.Delay {
        guard field.isObject else {
            return Behaviour.Delay(base: try ScenarioReader.time(field))
        }
        let fields = try JSONFields(of: field, allowed: ["seconds", "jitter"])
        let base = try ScenarioReader.time(try fields.required("seconds"))
        return Behaviour.Delay(
            base: base, jitter: try ScenarioReader.time(try fields.required("jitter")))
    }

    /// Parses a code with an optional number of times.
    static func forcedError(
        _ field: JSONField
    ) throws(JSONError) -> Behaviour.ForcedError? {
        let fields = try JSONFields(of: field, allowed: ["code", "count"])
        let code = try errorCode(try fields.required("code"))
        let count = try fields["count"]?.integer(in: 1...1_000_000)
        return Behaviour.ForcedError(code: code, remaining: count)
    }

    /// Parses a code of the attribute protocol, as a number or as hexadecimal digits.
    static func errorCode(_ field: JSONField) throws(JSONError) -> UInt8 {
        guard field.isString else { return UInt8(try field.integer(in: 0...255)) }
        let bytes = Array(try field.string().utf8)
        guard bytes.starts(with: "0x".utf8), (3...4).contains(bytes.count),
            let number = Int(String(decoding: bytes[2...], as: UTF8.self), radix: 16),
            number >= 0
        else { throw field.error("must be a number from 0 to 255, or \"0x00\" to \"0xff\"") }
        return UInt8(number)
    }

    private static func drop(_ field: JSONField) throws(JSONError) -> Behaviour.Drop? {
        let fields = try JSONFields(of: field, allowed: ["after", "for"])
        return Behaviour.Drop(
            packets: try fields.required("after").integer(in: 1...1_000_000),
            absence: try fields["for"].map(ScenarioReader.time) ?? .seconds(1))
    }

    private static func appChange(_ field: JSONField) throws(JSONError) -> Behaviour.Change {
        var apps: [[UInt8]: AppName] = [:]
        for app in try JSONFields(anyKeysOf: field).all {
            // A zero byte ends an identifier on the wire.
            guard app.key.utf8.count <= 255, !app.key.utf8.contains(0) else {
                throw app.field.error(
                    "an app's identifier has at most 255 bytes, none of them zero")
            }
            apps[Array(app.key.utf8)] = try appName(app.field)
        }
        return { [apps] behaviour in
            behaviour.apps.merge(apps) { $1 }
        }
    }

    private static func appName(_ field: JSONField) throws(JSONError) -> AppName {
        switch field.value.content {
        case .null: .uninstalled
        case .bool(false): .unknown
        case .string(let name) where name.utf8.count <= 65_535: .name(Array(name.utf8))
        default:
            throw field.error("must be the app's name, null (uninstalled) or false (unknown)")
        }
    }
}
