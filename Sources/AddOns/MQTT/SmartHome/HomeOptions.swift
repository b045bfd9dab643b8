package import Board

/// What a person has chosen about what is told, and where.
package struct HomeOptions: Hashable, Sendable {
    /// What all topics begin with.
    package var topic: String
    /// The bridge's name, as a level of topics.
    package var bridge: String
    /// How much is told.
    package var detail: BoardOptions.Detail
    /// Whether what is delivered in silence is an event, too.
    package var tellsSilent = true
    /// Where Home Assistant looks for what there is; nil where it is told nothing.
    package var discoveryPrefix: String?
    /// Whether things and persons are told of.
    package var tellsBeacons = true
    /// Whether others may answer, decline and clear.
    package var takesActs = false
    /// Whether others may show texts.
    package var takesTexts = false
    /// After how many seconds an event is of no use.
    package var eventSeconds: UInt32 = 600
    /// The program's version.
    package var version: String
    /// A name for this run of the program, by which two that tell of one bridge are told apart.
    package var instance = ""

    /// Choices; what is not named here is the default.
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
