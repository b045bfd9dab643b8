import Board
import JSON

/// What Home Assistant was told of once and is told of no more: left out alone, it would stay there as something that never answers.
struct Retired: Hashable {
    /// A component, and what kind of thing it was.
    struct Component: Hashable {
        let key: String
        let platform: String
    }

    var ofPhones: [Component] = []
    var ofBridge: [Component] = []

    var isEmpty: Bool { ofPhones.isEmpty && ofBridge.isEmpty }

    /// Nothing yet.
    init() {}

    /// What other choices than before leave out.
    init(from old: Choices, to new: Choices) {
        if old.takesActs, !new.takesActs {
            ofPhones += PhoneDevice.buttonKeys.map { Component(key: $0, platform: "button") }
        }
        if old.detail != .counts, new.detail == .counts {
            ofPhones += PhoneDevice.lastKeys.map { Component(key: $0, platform: "sensor") }
        }
        if old.takesTexts, !new.takesTexts {
            ofBridge.append(Component(key: BridgeDevice.displayKey, platform: "notify"))
        }
        if old.tellsBeacons, !new.tellsBeacons {
            ofBridge.append(Component(key: BridgeDevice.beaconsKey, platform: "event"))
        }
    }

    /// Choices on which it depends what there is.
    struct Choices: Hashable {
        let detail: BoardOptions.Detail
        let takesActs: Bool
        let takesTexts: Bool
        let tellsBeacons: Bool

        init(_ options: HomeOptions) {
            detail = options.detail
            takesActs = options.takesActs
            takesTexts = options.takesTexts
            tellsBeacons = options.tellsBeacons
        }

        /// Those of an earlier time, as the bridge told them; nil where that cannot be read.
        init?(toldAs payload: [UInt8]) {
            guard let value = try? JSONValue(parsing: payload, depthLimit: 4),
                let word = value.text("detail"),
                let detail = BoardOptions.Detail(rawValue: word)
            else { return nil }
            self.detail = detail
            takesActs = value.isTrue("acts")
            takesTexts = value.isTrue("show")
            tellsBeacons = value.isTrue("beacons")
        }
    }
}
