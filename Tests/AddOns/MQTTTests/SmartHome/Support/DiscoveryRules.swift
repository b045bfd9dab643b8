import JSON

@testable import MQTT

/// Says in words what Home Assistant would refuse, warn of or silently do otherwise in what it is told of a device.
struct DiscoveryRules {
    /// The device's name among the topics.
    let object: String
    /// Its components by their keys.
    private(set) var components: [String: JSONValue] = [:]
    private(set) var mistakes: [String] = []
    private var deviceName = ""

    /// Reads a message that tells of a device.
    init(topic: String, payload: [UInt8]) {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        object = levels.count > 2 ? levels[2] : ""
        guard levels.count == 4, levels[1] == "device", levels[3] == "config" else {
            mistakes = ["a device is told of at PREFIX/device/NAME/config"]
            return
        }
        let isPlain = object.utf8.allSatisfy {
            $0 == 45 || $0 == 95 || (48...57).contains($0) || (97...122).contains($0 | 32)
        }
        if !isPlain || object.isEmpty {
            mistakes.append("the topic has other than letters, digits, - and _")
        }
        guard let value = try? JSONValue(parsing: payload), case .object = value.content else {
            mistakes.append("it is no object")
            return
        }
        check(value)
    }

    private mutating func check(_ message: JSONValue) {
        allow(HomeWords.message, in: message, of: "the message")
        require(["device", "origin", "components"], in: message, of: "the message")
        if let qos = message["qos"], !(0...2).contains(qos.whole ?? -1) {
            mistakes.append("qos is 0, 1 or 2")
        }
        if let device = message["device"] { check(device: device) }
        if let origin = message["origin"] {
            allow(HomeWords.origin, in: origin, of: "the origin")
            require(["name"], in: origin, of: "the origin")
            checkAddress(origin.text("support_url"))
        }
        guard let parts = message["components"] else { return }
        guard case .object(let members) = parts.content else {
            mistakes.append("components is an object")
            return
        }
        if members.isEmpty { mistakes.append("a device without components is none") }
        if Set(members.map(\.key)).count < members.count {
            mistakes.append("a component is there twice")
        }
        for member in members { take(member.key, member.value) }
        let names = components.values.compactMap { part in
            part.text("unique_id").map { "\(part.text("platform") ?? "") \($0)" }
        }
        if Set(names).count < names.count { mistakes.append("a unique_id is there twice") }
    }

    private mutating func check(device: JSONValue) {
        allow(HomeWords.device, in: device, of: "the device")
        if device.list("identifiers").isEmpty, device.list("connections").isEmpty {
            mistakes.append("a device has identifiers or connections")
        }
        deviceName = device.text("name") ?? ""
        if deviceName.isEmpty { mistakes.append("a device has a name") }
        checkAddress(device.text("configuration_url"))
    }

    private mutating func checkAddress(_ text: String?) {
        guard let text, !text.hasPrefix("http://"), !text.hasPrefix("https://") else { return }
        mistakes.append("an address begins with http:// or https://")
    }

    private mutating func take(_ key: String, _ part: JSONValue) {
        guard case .object(let members) = part.content else {
            return mistakes.append("\(key) is an object")
        }
        guard let platform = part.text("platform") else {
            return mistakes.append("\(key): platform is missing")
        }
        // With its platform alone it is taken back.
        if members.map(\.key) == ["platform"] { return }
        components[key] = part
        var rules = ComponentRules(key, part, deviceName: deviceName)
        rules.check(platform)
        mistakes += rules.mistakes
    }

    private mutating func allow(_ known: Set<String>, in value: JSONValue, of place: String) {
        guard case .object(let members) = value.content else {
            return mistakes.append("\(place) is an object")
        }
        for member in members where !known.contains(member.key) {
            mistakes.append("\(place) may not have \(member.key)")
        }
    }

    private mutating func require(_ keys: [String], in value: JSONValue, of place: String) {
        for key in keys where value[key] == nil { mistakes.append("\(place) has no \(key)") }
    }
}

extension JSONValue {
    /// A number without a fraction.
    var whole: Int? {
        if case .integer(let number) = content { Int(number) } else { nil }
    }

    /// The text itself.
    var word: String? {
        if case .string(let text) = content { text } else { nil }
    }
}
