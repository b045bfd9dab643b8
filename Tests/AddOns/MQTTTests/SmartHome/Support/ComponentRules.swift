import JSON

/// Says in words what is wrong with one component of a device.
struct ComponentRules {
    private let key: String
    private let part: JSONValue
    private let deviceName: String
    private(set) var mistakes: [String] = []

    init(_ key: String, _ part: JSONValue, deviceName: String) {
        self.key = key
        self.part = part
        self.deviceName = deviceName
    }

    mutating func check(_ platform: String) {
        if platform == "device_automation" { return checkTrigger() }
        guard let rules = HomeWords.platforms[platform] else {
            return say("there is no platform \(platform)")
        }
        allow(HomeWords.entity.union(rules.required).union(rules.others))
        require(rules.required.union(["unique_id"]))
        checkName()
        for (key, words) in HomeWords.closed { check(key, words) }
        check("device_class", rules.classes)
        check("entity_category", rules.categories)
        if let icon = part.text("icon"), icon.split(separator: ":").count != 2 {
            say("an icon is called as prefix:name")
        }
        checkAvailability()
        checkPlaces()
        if platform == "sensor" { checkSensor() }
        if platform == "event", part.list("event_types").isEmpty { say("no event would be taken") }
        for key in ["off_delay", "expire_after"] where part[key] != nil {
            if (part[key]?.whole ?? -1) < 0 { say("\(key) is a number of seconds") }
        }
    }

    private mutating func say(_ words: String) { mistakes.append("\(key): \(words)") }

    private mutating func allow(_ known: Set<String>) {
        guard case .object(let members) = part.content else { return }
        for member in members where !known.contains(member.key) {
            say("\(member.key) is left out of account")
        }
    }

    private mutating func require(_ keys: Set<String>) {
        for key in keys.sorted() where part[key] == nil { say("\(key) is missing") }
    }

    private mutating func check(_ key: String, _ words: Set<String>) {
        guard let value = part[key] else { return }
        if !words.contains(value.word ?? "") {
            say("\(key) may not be \(value.word ?? value.kind)")
        }
    }

    private mutating func checkTrigger() {
        allow(HomeWords.trigger)
        require(HomeWords.triggerRequired)
        check("automation_type", HomeWords.closed["automation_type"] ?? [])
        checkPlaces()
    }

    private mutating func checkName() {
        guard let name = part["name"] else {
            // It is called by its class then.
            if part["device_class"] == nil { say("it has no name") }
            return
        }
        guard let name = name.word else { return }
        if name.isEmpty { say("its name is empty") }
        if !deviceName.isEmpty, name.hasPrefix(deviceName) {
            say("the device's name is there twice")
        }
        let id = part.text("default_entity_id")
        if let id, id.split(separator: ".").count != 2 { say("default_entity_id has no domain") }
    }

    private mutating func checkAvailability() {
        guard let list = part["availability"] else { return }
        if part["availability_topic"] != nil {
            say("availability and availability_topic exclude each other")
        }
        guard case .array(let places) = list.content else { return say("availability is a list") }
        for place in places {
            if place.text("topic") == nil { say("an availability has no topic") }
            checkTemplate(place.text("value_template"))
            guard case .object(let members) = place.content else { continue }
            let known: Set = [
                "topic", "value_template", "payload_available", "payload_not_available",
            ]
            for member in members where !known.contains(member.key) {
                say("\(member.key) of an availability is left out of account")
            }
        }
    }

    private mutating func checkPlaces() {
        for key in [
            "command_topic", "state_topic", "topic", "availability_topic", "json_attributes_topic",
        ] {
            guard let place = part[key] else { continue }
            let topic = place.word ?? ""
            if topic.isEmpty { say("\(key) is empty") }
            if topic.contains("+") || topic.contains("#") { say("\(key) has a wildcard") }
        }
        for key in ["value_template", "json_attributes_template"] { checkTemplate(part.text(key)) }
    }

    private mutating func checkTemplate(_ text: String?) {
        guard let text else { return }
        do throws(HomeTemplate.Mistake) {
            _ = try HomeTemplate(text)
        } catch {
            switch error {
            case .unreadable: say("a template is of no form that is used here")
            case .method(let name): say("behind a point \(name) is a method of every object")
            }
        }
    }

    private mutating func checkSensor() {
        let isEnum = part.text("device_class") == "enum"
        if isEnum, part.list("options").isEmpty { say("any text would be a state") }
        if !isEnum, part["options"] != nil { say("options go with the class enum alone") }
        if isEnum, part["state_class"] != nil || part["unit_of_measurement"] != nil {
            say("one of some words has no state_class and no unit")
        }
        if part.text("device_class") == "battery",
            let unit = part.text("unit_of_measurement"), unit != "%"
        {
            say("a battery's unit is %")
        }
    }
}
