package import Board
package import Notices

/// The topics: the stable interface that `Docs/reference/mqtt-topics.md` describes.
package struct HomeTopics: Hashable, Sendable {
    /// Version of the topics and their content.
    package static let version = 1

    /// Prefix of all topics of one bridge.
    package let base: String
    private let bridge: String
    private let discoveryPrefix: String?

    package init(_ options: HomeOptions) {
        base = "\(options.topic)/\(options.bridge)"
        bridge = options.bridge
        discoveryPrefix = options.discoveryPrefix
    }

    /// Availability of the bridge and of this program.
    package var status: String { "\(base)/status" }
    /// Information about the bridge, and the version of the topics.
    package var info: String { "\(base)/info" }
    /// State of the radio.
    package var radio: String { "\(base)/radio" }
    /// Events of beacons.
    package var beacons: String { "\(base)/beacons" }
    /// Commands for texts on the displays.
    package var show: String { "\(base)/show" }
    /// Results of these commands.
    package var shown: String { "\(base)/shown" }

    /// Topic of a phone.
    package func phone(_ id: PhoneID, _ leaf: PhoneLeaf) -> String {
        phone(id) + leaf.rawValue
    }

    /// Beginning of all topics of a phone.
    func phone(_ id: PhoneID) -> String { "\(base)/\(id)/" }

    /// Presence of an item, a beacon or a resident.
    package func place(_ kind: PlaceKind, _ slug: String) -> String {
        "\(base)/\(kind.rawValue)/\(slug)"
    }

    /// Discovery topic of a device; nil without discovery.
    package func discovery(of object: String) -> String? {
        discoveryPrefix.map { "\($0)/device/\(object)/config" }
    }

    /// Whether a message at this topic would appear to come from the bridge.
    package func speaksForUs(at topic: String) -> Bool {
        isBelowBase(topic) || discoveryPrefix.map { Self.isBelow($0, topic) } ?? false
    }

    /// Topic at which Home Assistant reports that it has started; nil without discovery.
    package var birth: String? { discoveryPrefix.map { "\($0)/status" } }

    /// ID of the bridge's device in Home Assistant.
    package var bridgeObject: String { "callboard_\(bridge)" }
    /// ID of a phone's device.
    package func object(of id: PhoneID) -> String { "callboard_\(bridge)_\(id)" }

    /// Whether a device ID belongs to a phone of this bridge.
    private func isPhone(object: String) -> Bool {
        object.hasPrefix(bridgeObject + "_")
            && PhoneID(String(object.dropFirst(bridgeObject.count + 1))) != nil
    }

    /// Topic filters for the bridge's information, and for one retained message of each phone, item, beacon and resident.
    package var retained: [String] {
        [info, "\(base)/+/\(PhoneLeaf.link.rawValue)"]
            + PlaceKind.allCases.map { place($0, "+") }
    }

    /// Whether a topic matches one of the filters in `retained` other than the bridge's information.
    package func isOfScan(_ topic: String) -> Bool {
        phone(in: topic)?.leaf == .link || place(in: topic) != nil
    }

    /// Whether only this bridge publishes at a topic: its own topics, and the discovery topics of its devices.
    package func isOurs(_ topic: String) -> Bool {
        if isBelowBase(topic) { return true }
        // IDs of phones are hexadecimal; other device IDs with the same prefix belong to another
        // bridge.
        let object = topic.split(separator: "/").dropLast().last.map(String.init) ?? ""
        guard object == bridgeObject || isPhone(object: object) else { return false }
        return discovery(of: object)?.utf8.elementsEqual(topic.utf8) ?? false
    }

    private func isBelowBase(_ topic: String) -> Bool { Self.isBelow(base, topic) }

    /// Compares bytes, as brokers do.
    private static func isBelow(_ place: String, _ topic: String) -> Bool {
        topic.utf8.starts(with: "\(place)/".utf8)
    }

    /// Sorts topics for their deletion: discovery topics first, so that Home Assistant does not miss the others.
    package func inOrderOfWithdrawal(_ topics: some Sequence<String>) -> [String] {
        topics.sorted {
            (isBelowBase($0) ? 1 : 0, $0) < (isBelowBase($1) ? 1 : 0, $1)
        }
    }

    /// Filter for actions on all phones.
    package var acts: String { "\(base)/+/\(PhoneLeaf.act.rawValue)" }

    /// Phone and leaf of a topic; nil for any other topic.
    package func phone(in topic: String) -> (id: PhoneID, leaf: PhoneLeaf)? {
        guard let levels = levels(of: topic), let id = PhoneID(levels.0),
            let leaf = PhoneLeaf(rawValue: levels.1)
        else { return nil }
        return (id, leaf)
    }

    /// Item, beacon or resident of a topic; nil for any other topic.
    package func place(in topic: String) -> (kind: PlaceKind, slug: String)? {
        guard let levels = levels(of: topic), let kind = PlaceKind(rawValue: levels.0)
        else { return nil }
        return (kind, levels.1)
    }

    /// The two levels after the base.
    private func levels(of topic: String) -> (String, String)? {
        guard isBelowBase(topic) else { return nil }
        let levels = topic.utf8.dropFirst(base.utf8.count + 1).split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard levels.count == 2 else { return nil }
        return (String(Substring(levels[0])), String(Substring(levels[1])))
    }
}

/// Last level of a phone's topics.
package enum PhoneLeaf: String, CaseIterable, Sendable {
    /// State of the connection.
    case link
    /// Whether the phone is connected and sends notifications.
    case availability
    /// Whether a call is ringing.
    case ringing
    /// Numbers of notifications.
    case counts
    /// Actions that are possible now.
    case can
    /// The last caller and the last app.
    case last
    /// Battery level in percent.
    case battery
    /// What is playing.
    case media
    /// Events of new notifications.
    case event
    /// Events of calls.
    case call
    /// Changes and removals of notifications.
    case change
    /// Requested actions.
    case act = "do"
    /// Results of requested actions.
    case done

    /// Whether messages of the topic are retained.
    package var isHeld: Bool {
        switch self {
        case .link, .availability, .ringing, .counts, .can, .last, .battery, .media: true
        case .event, .call, .change, .act, .done: false
        }
    }
}
