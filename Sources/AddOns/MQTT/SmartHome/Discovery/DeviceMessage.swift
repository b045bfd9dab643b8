import JSON

/// Discovery message of Home Assistant for a device and all its components.
struct DeviceMessage {
    /// A component of a device.
    struct Component {
        /// Key within the device.
        let key: String
        /// Platform in Home Assistant.
        let platform: String
        /// Display name; nil for a component without an entity, or one named after its class.
        let name: String?
        let icon: String?
        /// Device class in Home Assistant.
        let deviceClass: String?
        /// Whether the component is only for diagnostics.
        let isDiagnostic: Bool
        /// Whether the component is available whenever the bridge is; otherwise it declares its own availability.
        let isOfBridge: Bool
        let write: (inout JSONWriter) -> Void

        init(
            _ key: String, _ platform: String, _ name: String? = nil, icon: String? = nil,
            class deviceClass: String? = nil, isDiagnostic: Bool = false, isOfBridge: Bool = true,
            _ write: @escaping (inout JSONWriter) -> Void
        ) {
            (self.key, self.platform, self.name, self.icon) = (key, platform, name, icon)
            (self.deviceClass, self.isDiagnostic) = (deviceClass, isDiagnostic)
            self.isOfBridge = isOfBridge
            self.write = write
        }

        /// A connectivity sensor of a topic.
        static func connected(at topic: String, isOfBridge: Bool) -> Self {
            Self(
                "connected", "binary_sensor", "Connected", class: "connectivity",
                isDiagnostic: true, isOfBridge: isOfBridge
            ) { writer in
                writer.member("state_topic", topic)
                writer.member("payload_on", "online")
                writer.member("payload_off", "offline")
            }
        }
    }

    let object: String
    let name: String
    let model: String
    let maker: String
    /// Device through which this one is connected.
    let via: String?
    let version: String
    /// Topic of the bridge's availability.
    let availability: String
    var components: [Component] = []
    /// Components to remove.
    var retired: [Retired.Component] = []

    var bytes: [UInt8] {
        JSONWriter.object { writer in
            writer.object("device") { writer in
                writer.array("identifiers") { writer in
                    writer.value(object)
                }
                writer.member("name", name)
                writer.member("manufacturer", maker)
                writer.member("model", model)
                if let via {
                    writer.member("via_device", via)
                } else {
                    writer.member("sw_version", version)
                }
            }
            writer.object("origin") { writer in
                writer.member("name", "callboard-mqtt")
                writer.member("sw_version", version)
            }
            writer.member("qos", 1)
            writer.object("components") { writer in
                for component in components {
                    writer.object(component.key) { writer in
                        writer.member("platform", component.platform)
                        // A component that is no entity has no ID and no availability.
                        if component.platform != "device_automation" {
                            writer.member("unique_id", "\(object)_\(component.key)")
                            // Availability of the whole device would conflict with the availability
                            // of single components.
                            if component.isOfBridge {
                                writer.member("availability_topic", availability)
                            }
                        }
                        if let name = component.name { writer.member("name", name) }
                        if let icon = component.icon { writer.member("icon", icon) }
                        if let deviceClass = component.deviceClass {
                            writer.member("device_class", deviceClass)
                        }
                        if component.isDiagnostic {
                            writer.member("entity_category", "diagnostic")
                        }
                        component.write(&writer)
                    }
                }
                for component in retired {
                    writer.object(component.key) { writer in
                        writer.member("platform", component.platform)
                    }
                }
            }
        }
    }
}
