import Board
import JSON
import Notices

/// A phone as a device of Home Assistant.
struct PhoneDevice {
    /// Facts about a phone that determine its discovery message, together with the configuration.
    struct Facts: Equatable {
        /// Name of the phone; nil if `detail` is `counts`.
        let name: String?
        let hasBattery: Bool
        var hasPlayer = false
    }

    let facts: Facts
    private let options: HomeOptions
    private let topics: HomeTopics
    private let id: PhoneID

    init(
        _ options: HomeOptions, _ topics: HomeTopics, id: PhoneID, name: String, hasBattery: Bool,
        hasPlayer: Bool = false
    ) {
        self.options = options
        self.topics = topics
        self.id = id
        // The name of a phone often contains the name of its owner.
        facts = Facts(
            name: options.detail == .counts ? nil : name, hasBattery: hasBattery,
            hasPlayer: hasPlayer)
    }

    /// States of a call, in order.
    private static let callTypes = [NoticeChange.ringing, .answered, .ended, .missed].map(
        \.rawValue)

    /// Keys of components that exist only if actions are allowed.
    static let buttonKeys = NoticeAction.allCases.map(\.rawValue) + PlayerButton.all.map(\.key)
    static let lastKeys = ["last_caller", "last_app"]

    /// - Parameter retired: components to remove.
    func message(retiring retired: [Retired.Component] = []) -> [UInt8] {
        var device = DeviceMessage(
            object: topics.object(of: id),
            name: facts.name?.cleanedName ?? "Phone \(id)",
            model: "iPhone", maker: "Apple", via: topics.bridgeObject, version: options.version,
            availability: topics.status)
        device.components = events + states + numbers + triggers
        if options.takesActs {
            device.components += buttons + (facts.hasPlayer ? playerButtons : [])
        }
        device.retired = retired
        return device.bytes
    }

    private func topic(_ leaf: PhoneLeaf) -> String { topics.phone(id, leaf) }

    private var events: [DeviceMessage.Component] {
        [
            .init("notification", "event", "Notification", icon: "mdi:message-badge") { writer in
                writer.member("state_topic", topic(.event))
                writer.values("event_types", EventType.all)
            },
            .init("call", "event", "Call", icon: "mdi:phone") { writer in
                writer.member("state_topic", topic(.call))
                writer.values("event_types", Self.callTypes)
            },
        ]
    }

    private var states: [DeviceMessage.Component] {
        [
            .init("ringing", "binary_sensor", "Ringing", icon: "mdi:phone-ring") { writer in
                writer.member("state_topic", topic(.ringing))
                // If the end of a call is lost, ringing still ends.
                writer.member("off_delay", 95)
            },
            .connected(at: topic(.availability), isOfBridge: true),
            .init("link", "sensor", "Link", class: "enum", isDiagnostic: true) { writer in
                writer.values("options", PhoneState.allCases.map(\.rawValue))
                writer.member("state_topic", topic(.link))
            },
        ]
    }

    private var numbers: [DeviceMessage.Component] {
        let counts = [
            ("on_phone", "Notifications", "mdi:bell-badge"),
            ("missed", "Missed calls on the phone", "mdi:phone-missed"),
            ("missed_today", "Missed calls today", "mdi:phone-missed-outline"),
            ("voicemail", "Voicemail", "mdi:voicemail"),
        ].map { key, name, icon in
            DeviceMessage.Component(key, "sensor", name, icon: icon) { writer in
                writer.member("state_class", "measurement")
                writer.member("state_topic", topic(.counts))
                writer.member("value_template", "{{ value_json['\(key)'] }}")
                guard key == "on_phone" else { return }
                writer.member("json_attributes_topic", topic(.counts))
                writer.member(
                    "json_attributes_template", "{{ value_json.categories | tojson }}")
            }
        }
        return counts + (facts.hasBattery ? [battery] : []) + (facts.hasPlayer ? [media] : [])
            + (options.detail == .counts ? [] : last)
    }

    private var battery: DeviceMessage.Component {
        .init("battery", "sensor", class: "battery", isDiagnostic: true) { writer in
            writer.member("state_class", "measurement")
            writer.member("unit_of_measurement", "%")
            writer.member("state_topic", topic(.battery))
        }
    }

    private var media: DeviceMessage.Component {
        .init("media", "sensor", "Media", icon: "mdi:music", class: "enum") { writer in
            writer.values(
                "options",
                PlayedMedia.State.allCases.map(\.rawValue) + [PublishedPhone.noMedia])
            writer.member("state_topic", topic(.media))
            writer.member("value_template", "{{ value_json.state }}")
            writer.member("json_attributes_topic", topic(.media))
        }
    }

    private var playerButtons: [DeviceMessage.Component] {
        PlayerButton.all.map { button in
            .init(button.key, "button", button.name, icon: button.icon, isOfBridge: false) {
                writer in
                writer.member("command_topic", topic(.act))
                writer.member("payload_press", button.command.rawValue)
                writer.member("availability_mode", "all")
                writer.array("availability") { writer in
                    for place in [topics.status, topic(.availability)] {
                        writer.object { writer in
                            writer.member("topic", place)
                        }
                    }
                }
            }
        }
    }

    private var last: [DeviceMessage.Component] {
        [("caller", "Last caller"), ("app", "Last app")].map { key, name in
            .init("last_\(key)", "sensor", name) { writer in
                writer.member("state_topic", topic(.last))
                writer.member("value_template", "{{ value_json.\(key) | default('') }}")
            }
        }
    }

    /// Triggers for device automations.
    private var triggers: [DeviceMessage.Component] {
        [
            ("call_ringing", PhoneLeaf.call, "call", "ringing", "ringing"),
            ("call_missed", .call, "call", "missed", "missed"),
            ("voicemail_left", .event, "voicemail", "received", "voicemail"),
        ].map { key, leaf, type, subtype, payload in
            .init(key, "device_automation") { writer in
                writer.member("automation_type", "trigger")
                writer.member("type", type)
                writer.member("subtype", subtype)
                writer.member("topic", topic(leaf))
                writer.member("payload", payload)
                writer.member("value_template", "{{ value_json.event_type }}")
            }
        }
    }

    private var buttons: [DeviceMessage.Component] {
        [
            (NoticeAction.answer, "Answer", "mdi:phone"), (.decline, "Decline", "mdi:phone-hangup"),
            (.clear, "Clear newest", "mdi:notification-clear-all"),
        ].map { act, name, icon in
            .init(act.rawValue, "button", name, icon: icon, isOfBridge: false) { writer in
                writer.member("command_topic", topic(.act))
                writer.member("payload_press", act.rawValue)
                // All three must be available: the bridge, the phone, and a notification with this
                // action.
                writer.member("availability_mode", "all")
                writer.array("availability") { writer in
                    for place in [topics.status, topic(.availability)] {
                        writer.object { writer in
                            writer.member("topic", place)
                        }
                    }
                    writer.object { writer in
                        writer.member("topic", topic(.can))
                        // `value_json.clear` would find the method `clear`, which every Python
                        // dictionary has.
                        writer.member("value_template", "{{ value_json['\(act.rawValue)'] }}")
                    }
                }
            }
        }
    }
}

extension String {
    /// A display name of one line and at most 64 scalars; nil if it has no visible character.
    var cleanedName: String? {
        let name = cleaned().cut(toScalars: 64)
        return name.isEmpty ? nil : name
    }
}
