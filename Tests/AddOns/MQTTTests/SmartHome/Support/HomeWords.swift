/// The words that Home Assistant knows in what it is told of a device, by its documentation of MQTT and by what it was seen to take
/// (2026.2 and 2026.11).
enum HomeWords {
    /// Members of the whole message; any other and all of it is refused.
    static let message: Set = ["device", "origin", "components", "qos", "encoding"]
    /// Members of the device; any other and all of the message is refused.
    static let device: Set = [
        "identifiers", "connections", "name", "manufacturer", "model", "model_id", "sw_version",
        "hw_version", "serial_number", "suggested_area", "configuration_url", "via_device",
    ]
    /// Members of what it comes from; any other and all of the message is refused.
    static let origin: Set = ["name", "sw_version", "support_url"]

    /// What a kind of component has to have, and may have besides what every entity may.
    struct Platform {
        let required: Set<String>
        let others: Set<String>
        let classes: Set<String>
        /// Whether something is read there, and perhaps written.
        var categories: Set = ["diagnostic"]
    }

    /// Members that every entity may have; what is none of them is left out of account without a word.
    static let entity: Set = [
        "platform", "unique_id", "name", "icon", "entity_category", "enabled_by_default",
        "default_entity_id", "availability", "availability_mode", "availability_topic",
        "availability_template", "payload_available", "payload_not_available",
        "json_attributes_topic", "json_attributes_template", "device_class", "entity_picture",
    ]

    /// Each kind of component that is used here.
    static let platforms: [String: Platform] = [
        "sensor": Platform(
            required: ["state_topic"],
            others: [
                "value_template", "state_class", "unit_of_measurement", "options", "expire_after",
                "force_update", "suggested_display_precision",
            ],
            classes: [
                "battery", "enum", "timestamp", "duration", "signal_strength", "distance",
                "temperature",
            ]),
        "binary_sensor": Platform(
            required: ["state_topic"],
            others: [
                "value_template", "payload_on", "payload_off", "off_delay", "expire_after",
                "force_update",
            ],
            classes: ["connectivity", "presence", "occupancy", "battery", "problem", "running"]),
        "event": Platform(
            required: ["state_topic", "event_types"], others: ["value_template"],
            classes: ["doorbell", "button", "motion"]),
        "device_tracker": Platform(
            required: ["state_topic"],
            others: [
                "value_template", "payload_home", "payload_not_home", "payload_reset",
                "source_type",
            ], classes: []),
        "button": Platform(
            required: ["command_topic"], others: ["payload_press", "command_template", "retain"],
            classes: ["identify", "restart", "update"], categories: ["config", "diagnostic"]),
        "notify": Platform(
            required: ["command_topic"], others: ["command_template", "retain"], classes: [],
            categories: ["config", "diagnostic"]),
    ]

    /// Members of a trigger of a device, which is no entity.
    static let trigger: Set = [
        "platform", "automation_type", "type", "subtype", "topic", "payload", "value_template",
    ]
    /// Members without which a trigger is refused.
    static let triggerRequired: Set = ["automation_type", "type", "subtype", "topic"]

    /// Values of members that have a closed list.
    static let closed: [String: Set<String>] = [
        "state_class": ["measurement", "measurement_angle", "total", "total_increasing"],
        "source_type": ["gps", "router", "bluetooth", "bluetooth_le"],
        "availability_mode": ["all", "any", "latest"],
        "automation_type": ["trigger"],
    ]

    /// What every object of a template has by itself, whatever its members are called.
    static let methods: Set = [
        "clear", "copy", "fromkeys", "get", "items", "keys", "pop", "popitem", "setdefault",
        "update", "values",
    ]

    /// Members of an event that Home Assistant takes for its own.
    static let taken: Set = [
        "event_types", "entity_picture", "supported_features", "restored", "icon", "device_class",
    ]
    /// Characters of a state at most; scalars, to be exact.
    static let stateLimit = 255
}
