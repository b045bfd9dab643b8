import JSON

@testable import MQTT

/// A home that remembers what it was told, as Home Assistant does, and says in words what is wrong with it.
struct RuledHome {
    private let prefix: String
    /// Components by device, each as it was told last.
    private(set) var devices: [String: [String: StateRules]] = [:]
    /// What the broker would keep, by topic.
    private(set) var kept: [String: [UInt8]] = [:]

    init(prefix: String = "homeassistant") {
        self.prefix = prefix
    }

    /// Takes messages in their order, and gives what is wrong with them.
    mutating func take(_ messages: [HomeMessage]) -> [String] { messages.flatMap { take($0) } }

    /// Takes a message, and gives what is wrong with it.
    mutating func take(_ message: HomeMessage) -> [String] {
        if message.kind == .held {
            kept[message.topic] = message.payload.isEmpty ? nil : message.payload
        }
        if message.topic.hasPrefix(prefix + "/device/") { return takeDevice(message) }
        var found: [String] = []
        for (object, parts) in devices {
            for (key, part) in parts {
                found +=
                    part
                    .mistakes(in: message.payload, at: message.topic, isHeld: message.kind == .held)
                    .map { "\(object) \(key): \($0)" }
            }
        }
        return found
    }

    private mutating func takeDevice(_ message: HomeMessage) -> [String] {
        let object = String(message.topic.split(separator: "/").dropLast().last ?? "")
        if message.payload.isEmpty {
            devices[object] = nil
            return []
        }
        let rules = DiscoveryRules(topic: message.topic, payload: message.payload)
        var found = rules.mistakes
        var parts = devices[object] ?? [:]
        for (key, part) in rules.components {
            let part = StateRules(part)
            if let old = parts[key], old.platform != part.platform {
                found.append("\(key): what it was stays, as another kind of thing")
            }
            parts[key] = part
        }
        for key in Self.takenBack(in: message.payload) { parts[key] = nil }
        devices[object] = parts
        return found
    }

    private static func takenBack(in payload: [UInt8]) -> [String] {
        guard let value = try? JSONValue(parsing: payload),
            case .object(let members)? = value["components"]?.content
        else { return [] }
        return members.compactMap { member in
            guard case .object(let parts) = member.value.content else { return nil }
            return parts.map(\.key) == ["platform"] ? member.key : nil
        }
    }

    /// Components that were told of once and are told of no more, and were not taken back: they stay as things that never answer.
    var left: [String] {
        devices.flatMap { object, parts in
            let topic = "\(prefix)/device/\(object)/config"
            let now =
                kept[topic].map { DiscoveryRules(topic: topic, payload: $0).components } ?? [:]
            return parts.keys.filter { now[$0] == nil }.map { "\(object) \($0)" }
        }
        .sorted()
    }
}
