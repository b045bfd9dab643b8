package import Board

/// Options of the published topics and their content.
package struct HomeOptions: Hashable, Sendable {
    /// Prefix of all topics.
    package var topic: String
    /// Name of the bridge, as a topic level.
    package var bridge: String
    package var detail: BoardOptions.Detail
    /// Whether silent notifications are published as events, too.
    package var tellsSilent = true
    /// Prefix of Home Assistant's discovery topics; nil disables discovery.
    package var discoveryPrefix: String?
    /// Whether items, beacons and residents are published.
    package var tellsBeacons = true
    /// Whether messages may answer, decline and clear.
    package var takesActs = false
    /// Whether messages may show texts.
    package var takesTexts = false
    /// Seconds until an event expires.
    package var eventSeconds: UInt32 = 600
    package var version: String
    /// Instance ID of this run, which distinguishes two programs for the same bridge.
    package var instance = ""

    package init(
        topic: String = "callboard", bridge: String, detail: BoardOptions.Detail = .counts,
        discoveryPrefix: String? = "homeassistant", version: String
    ) {
        self.topic = topic
        self.bridge = bridge
        self.detail = detail
        self.discoveryPrefix = discoveryPrefix
        self.version = version
    }
}
