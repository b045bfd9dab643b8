import Board
import JSON

/// Components that no longer exist.
///
/// If they were only omitted from the message, Home Assistant would keep them as unavailable.
struct Retired: Hashable {
    /// Key and platform of a component.
    struct Component: Hashable {
        let key: String
        let platform: String
    }

    var ofPhones: [Component] = []
    var ofBridge: [Component] = []

    var isEmpty: Bool { ofPhones.isEmpty && ofBridge.isEmpty }

    init() {}

    /// Components that a change of options removes.
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

    /// Options that determine which components exist.
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

        /// Options of an earlier run, from its retained message; nil if it cannot be read.
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
