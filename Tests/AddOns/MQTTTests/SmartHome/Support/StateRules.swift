import JSON

/// Says in words what Home Assistant would make of a message that is no word of a device's discovery.
struct StateRules {
    private let component: JSONValue
    /// Where the component reads anything.
    let topics: Set<String>

    init(_ component: JSONValue) {
        self.component = component
        let keys = ["state_topic", "topic", "json_attributes_topic", "availability_topic"]
        let places = component.list("availability").compactMap { $0.text("topic") }
        topics = Set(keys.compactMap { component.text($0) } + places)
    }

    /// What kind of thing it is.
    var platform: String { component.text("platform") ?? "" }

    /// What is wrong with a message at a topic, as far as the component reads it.
    func mistakes(in payload: [UInt8], at topic: String, isHeld: Bool) -> [String] {
        guard topics.contains(topic) else { return [] }
        var found: [String] = []
        let platform = platform
        let isEvent = platform == "event" || platform == "device_automation"
        if component.text("state_topic") == topic || component.text("topic") == topic {
            if isEvent == isHeld {
                found.append(
                    isEvent
                        ? "an event that is kept would happen again"
                        : "a state that is not kept is lost before anybody listens")
            }
            found += isEvent ? eventMistakes(payload, platform) : stateMistakes(payload, platform)
        }
        if component.text("json_attributes_topic") == topic,
            read(payload, "json_attributes_template") == nil
        {
            found.append("the attributes cannot be read")
        }
        return found + availabilityMistakes(payload, topic)
    }

    private func read(_ payload: [UInt8], _ key: String = "value_template") -> String? {
        Self.read(payload, component.text(key))
    }

    private static func read(_ payload: [UInt8], _ template: String?) -> String? {
        guard let template else { return String(validating: payload, as: UTF8.self) }
        return (try? HomeTemplate(template))?.text(of: payload)
    }

    private func availabilityMistakes(_ payload: [UInt8], _ topic: String) -> [String] {
        var templates: [String?] = []
        if component.text("availability_topic") == topic { templates.append(nil) }
        for place in component.list("availability") where place.text("topic") == topic {
            templates.append(place.text("value_template"))
        }
        return templates.compactMap { template in
            let word = Self.read(payload, template)
            return word == "online" || word == "offline"
                ? nil : "nobody knows whether it is available"
        }
    }

    private func eventMistakes(_ payload: [UInt8], _ platform: String) -> [String] {
        guard let value = try? JSONValue(parsing: payload),
            case .object(let members) = value.content
        else { return ["an event is an object"] }
        if platform == "device_automation" {
            return read(payload) == nil ? ["the trigger cannot read it"] : []
        }
        guard let type = value.text("event_type") else { return ["it has no event_type"] }
        var found: [String] = []
        if !component.list("event_types").contains(where: { $0.word == type }) {
            found.append("\(type) is no declared event_type")
        }
        for member in members where HomeWords.taken.contains(member.key) {
            found.append("\(member.key) is a word of Home Assistant's own")
        }
        return found
    }

    private func stateMistakes(_ payload: [UInt8], _ platform: String) -> [String] {
        guard let state = read(payload) else { return ["the state cannot be read"] }
        switch platform {
        case "binary_sensor":
            let words = [
                component.text("payload_on") ?? "ON", component.text("payload_off") ?? "OFF",
            ]
            return words.contains(state) ? [] : ["\(state) is neither on nor off"]
        case "device_tracker":
            return ["home", "not_home"].contains(state) ? [] : ["\(state) would be a zone"]
        case "sensor" where component.text("device_class") == "enum":
            let isKnown = component.list("options").contains { $0.word == state }
            return isKnown ? [] : ["\(state) is none of the options"]
        case "sensor"
        where component["state_class"] != nil || component["unit_of_measurement"] != nil:
            return Double(state) == nil ? ["\(state) is no number"] : []
        default:
            return state.unicodeScalars.count > HomeWords.stateLimit
                ? ["the state is too long"] : []
        }
    }
}
