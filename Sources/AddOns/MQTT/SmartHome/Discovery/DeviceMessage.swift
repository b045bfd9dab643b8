import JSON

/// What Home Assistant is told of a device: one message with everything that is on it.
struct DeviceMessage {
    /// One thing on the device, in Home Assistant's words a component.
    struct Component {
        /// Its name within the device.
        let key: String
        /// What kind of thing it is to Home Assistant.
        let platform: String
        /// What people call it; nil for what is no entity, or has the name of its class.
        let name: String?
        let icon: String?
        /// What its state means to Home Assistant.
        let deviceClass: String?
        /// Whether it is of interest only to somebody who looks for an error.
        let isDiagnostic: Bool
        /// Whether it is to be believed as long as the bridge is there; else it says by itself when.
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

        /// Whether something is connected, as a topic tells.
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
    /// The device through which this one is reached.
    let via: String?
    let version: String
    /// Where it is told whether the bridge is there.
    let availability: String
    var components: [Component] = []
    /// What is on it no more.
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
                        // What is no entity has no name of its own.
                        if component.platform != "device_automation" {
                            writer.member("unique_id", "\(object)_\(component.key)")
                            // For the whole device it would clash with what a component says by itself.
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
