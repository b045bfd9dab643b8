import Board
import JSON
import Notices

/// The bridge as a device of Home Assistant, with its items, beacons and residents.
struct BridgeDevice {
    private let options: HomeOptions
    private let topics: HomeTopics
    private let places: PlaceRegistry

    init(_ options: HomeOptions, _ topics: HomeTopics, _ places: PlaceRegistry) {
        self.options = options
        self.topics = topics
        self.places = places
    }

    /// Key of the component that sends texts to the displays; it exists only if messages may show texts.
    static let displayKey = "display"
    /// Key of the component for events of beacons.
    static let beaconsKey = "beacons"

    /// - Parameter retired: components to remove.
    func message(retiring retired: [Retired.Component] = []) -> [UInt8] {
        var device = DeviceMessage(
            object: topics.bridgeObject, name: "Callboard \(options.bridge)", model: "Bridge",
            maker: "Callboard", via: nil, version: options.version, availability: topics.status)
        device.components = [connected, radio]
        if options.takesTexts { device.components.append(display) }
        if options.tellsBeacons, !places.places.isEmpty {
            device.components.append(beacons)
            device.components += places.places.map(component)
        }
        device.retired = retired
        return device.bytes
    }

    private var connected: DeviceMessage.Component {
        // The component must stay available, since it reports that the bridge is away.
        .connected(at: topics.status, isOfBridge: false)
    }

    private var radio: DeviceMessage.Component {
        .init("radio", "sensor", "Radio", class: "enum", isDiagnostic: true) { writer in
            writer.values(
                "options", RadioCondition.allCases.map(\.rawValue) + [HomeState.simulated])
            writer.member("state_topic", topics.radio)
        }
    }

    private var display: DeviceMessage.Component {
        .init(Self.displayKey, "notify", "Displays", icon: "mdi:message-text") { writer in
            writer.member("command_topic", topics.show)
        }
    }

    private var beacons: DeviceMessage.Component {
        .init(Self.beaconsKey, "event", "Beacons", icon: "mdi:bluetooth") { writer in
            writer.member("state_topic", topics.beacons)
            writer.values(
                "event_types",
                BeaconChange.allCases.filter { $0 != .range }.map(\.rawValue))
        }
    }

    /// An item, a beacon or a resident that no longer exists.
    static func retired(_ kind: PlaceKind, _ slug: String) -> Retired.Component {
        Retired.Component(key: key(kind, slug), platform: platform(of: kind))
    }

    private static func key(_ kind: PlaceKind, _ slug: String) -> String {
        "\(kind.rawValue)_\(slug)"
    }

    private static func platform(of kind: PlaceKind) -> String {
        kind == .person ? "device_tracker" : "binary_sensor"
    }

    private func component(_ place: PlaceRegistry.Place) -> DeviceMessage.Component {
        let topic = places.topic(of: place, in: topics)
        let name = place.name.cleanedName ?? place.slug
        let key = Self.key(place.kind, place.slug)
        let platform = Self.platform(of: place.kind)
        switch place.kind {
        case .person:
            return .init(key, platform, name) { writer in
                writer.member("source_type", "bluetooth_le")
                writer.member("state_topic", topic)
                writer.member("payload_home", "home")
                writer.member("payload_not_home", "not_home")
            }
        case .item, .beacon:
            return .init(key, platform, name, class: "presence") { writer in
                writer.member("state_topic", topic)
            }
        }
    }
}
