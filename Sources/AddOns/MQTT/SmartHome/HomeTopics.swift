package import Board
package import Notices

/// Where everything is told: the stable interface that `Docs/mqtt.md` describes.
package struct HomeTopics: Hashable, Sendable {
    /// The version of the topics and of what they say.
    package static let version = 1

    /// What all topics of one bridge begin with.
    package let base: String
    private let bridge: String
    private let discoveryPrefix: String?

    /// The topics that somebody has chosen.
    package init(_ options: HomeOptions) {
        base = "\(options.topic)/\(options.bridge)"
        bridge = options.bridge
        discoveryPrefix = options.discoveryPrefix
    }

    /// Whether the bridge is there, and this program.
    package var status: String { "\(base)/status" }
    /// What the bridge is, and which version of the topics this is.
    package var info: String { "\(base)/info" }
    /// How the radio is.
    package var radio: String { "\(base)/radio" }
    /// What happens around beacons.
    package var beacons: String { "\(base)/beacons" }
    /// Where a text for the displays goes.
    package var show: String { "\(base)/show" }
    /// What became of it.
    package var shown: String { "\(base)/shown" }

    /// One of a phone's topics.
    package func phone(_ id: PhoneID, _ leaf: PhoneLeaf) -> String {
        "\(base)/\(id)/\(leaf.rawValue)"
    }

    /// Whether an item, a beacon or a resident is here.
    package func place(_ kind: PlaceKind, _ slug: String) -> String {
        "\(base)/\(kind.rawValue)/\(slug)"
    }

    /// Where Home Assistant looks for a device; nil where it is told nothing.
    package func discovery(of object: String) -> String? {
        discoveryPrefix.map { "\($0)/device/\(object)/config" }
    }

    /// Whether others would take for this bridge's word what somebody has it say there.
    package func speaksForUs(at topic: String) -> Bool {
        isBelowBase(topic) || discoveryPrefix.map { Self.isBelow($0, topic) } ?? false
    }

    /// Where Home Assistant says that it has begun.
    package var birth: String? { discoveryPrefix.map { "\($0)/status" } }

    /// The bridge's name among Home Assistant's devices.
    package var bridgeObject: String { "callboard_\(bridge)" }
    /// A phone's.
    package func object(of id: PhoneID) -> String { "callboard_\(bridge)_\(id)" }

    /// Whether one of Home Assistant's devices is a phone of this bridge.
    private func isPhone(object: String) -> Bool {
        object.hasPrefix(bridgeObject + "_")
            && PhoneID(String(object.dropFirst(bridgeObject.count + 1))) != nil
    }

    /// What finds all that was told of phones, things and persons and is kept by the broker.
    package var census: [String] {
        [info, "\(base)/+/\(PhoneLeaf.link.rawValue)"]
            + PlaceKind.allCases.map { place($0, "+") }
    }

    /// Whether a topic is one of those that the census finds of phones, things and persons.
    package func isOfCensus(_ topic: String) -> Bool {
        phone(in: topic)?.leaf == .link || place(in: topic) != nil
    }

    /// Whether only this bridge tells anything there: its own topics, and where Home Assistant finds its devices.
    package func isOurs(_ topic: String) -> Bool {
        if isBelowBase(topic) { return true }
        // The names of phones are hexadecimal digits; whatever else begins alike is another bridge's.
        let object = topic.split(separator: "/").dropLast().last.map(String.init) ?? ""
        guard object == bridgeObject || isPhone(object: object) else { return false }
        return discovery(of: object)?.utf8.elementsEqual(topic.utf8) ?? false
    }

    private func isBelowBase(_ topic: String) -> Bool { Self.isBelow(base, topic) }

    /// Byte by byte, as brokers compare.
    private static func isBelow(_ place: String, _ topic: String) -> Bool {
        topic.utf8.starts(with: "\(place)/".utf8)
    }

    /// Topics in the order in which they are taken back: first those for which Home Assistant would miss the others.
    package func inOrderOfWithdrawal(_ topics: some Sequence<String>) -> [String] {
        topics.sorted {
            (isBelowBase($0) ? 1 : 0, $0) < (isBelowBase($1) ? 1 : 0, $1)
        }
    }

    /// What finds the acts that are wanted of any phone.
    package var acts: String { "\(base)/+/\(PhoneLeaf.act.rawValue)" }

    /// The phone and the leaf of a topic; nil for any other topic.
    package func phone(in topic: String) -> (id: PhoneID, leaf: PhoneLeaf)? {
        guard let levels = levels(of: topic), let id = PhoneID(levels.0),
            let leaf = PhoneLeaf(rawValue: levels.1)
        else { return nil }
        return (id, leaf)
    }

    /// What a topic of an item, a beacon or a resident is about; nil for any other topic.
    package func place(in topic: String) -> (kind: PlaceKind, slug: String)? {
        guard let levels = levels(of: topic), let kind = PlaceKind(rawValue: levels.0)
        else { return nil }
        return (kind, levels.1)
    }

    /// The two levels behind the base.
    private func levels(of topic: String) -> (String, String)? {
        guard isBelowBase(topic) else { return nil }
        let levels = topic.utf8.dropFirst(base.utf8.count + 1).split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard levels.count == 2 else { return nil }
        return (String(Substring(levels[0])), String(Substring(levels[1])))
    }
}

/// The last level of a phone's topics.
package enum PhoneLeaf: String, CaseIterable, Sendable {
    /// How its connection is.
    case link
    /// Whether it is connected and tells its notices.
    case availability
    /// Whether it rings.
    case ringing
    /// How many notices there are.
    case counts
    /// What would be done now: a call can be answered or declined, a notice cleared.
    case can
    /// Who called last, and which app sent something last.
    case last
    /// How full its battery is.
    case battery
    /// What has come.
    case event
    /// What becomes of a call.
    case call
    /// What becomes of what has come.
    case change
    /// What others want done.
    case act = "do"
    /// What became of that.
    case done

    /// Whether the broker keeps what is told there.
    package var isHeld: Bool {
        switch self {
        case .link, .availability, .ringing, .counts, .can, .last, .battery: true
        case .event, .call, .change, .act, .done: false
        }
    }
}
