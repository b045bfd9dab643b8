/// What the fuzzer can be pointed at; the tests run the same code on everything it once found.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// One Notification Source value, read and put back together.
    case source
    /// A whole session with its accumulator and notice book, under any interleaving.
    case session
    /// A media session, under any interleaving.
    case media
    /// A GATT client that meets any packets.
    case att
    /// The kernel's management of adapters, that says anything.
    case management
    /// A window in which phones may pair, and phones, persons and time that do anything.
    case pairing
    /// A scenario file.
    case scenario
    /// A configuration file.
    case settings
    /// Requests of the control socket.
    case control
    /// A capture or a recording.
    case capture
    /// Words that are looked for in a history, and a text in which they are marked.
    case search
    /// Lines that are taken into a history, and written down again.
    case imports = "import"
    /// Words for a time.
    case times
    /// A text in each charset, at any width.
    case charset
    /// A day on a terminal and on a character display, and what comes back from them.
    case display
    /// A message that may bring a one-time code.
    case code
    /// Frames of beacons, and what a host hears of them and of phones, at any time.
    case beacons
    /// What an MQTT broker sends, and what it had kept.
    case broker
    /// The packets in which an MQTT broker sends anything.
    case packets
    /// Requests to a web server, and what is told in a stream of events.
    case web
    /// A scene to draw, as the program that draws reads it, with its arguments and its answers.
    case scenes

    /// Runs the target on one input; an invariant that does not hold ends the process.
    package func run(_ bytes: [UInt8]) {
        switch self {
        case .source: fuzzSource(bytes)
        case .session: fuzzSession(bytes)
        case .media: fuzzMedia(bytes)
        case .att: fuzzATT(bytes)
        case .management: fuzzManagement(bytes)
        case .pairing: fuzzPairing(bytes)
        case .scenario: fuzzScenario(bytes)
        case .settings: fuzzSettings(bytes)
        case .control: fuzzControl(bytes)
        case .capture: fuzzCapture(bytes)
        case .search: fuzzSearch(bytes)
        case .imports: fuzzImport(bytes)
        case .code: fuzzCode(bytes)
        case .times: fuzzTimes(bytes)
        case .charset: fuzzCharset(bytes)
        case .display: fuzzDisplay(bytes)
        case .beacons: fuzzBeacons(bytes)
        case .broker: fuzzBroker(bytes)
        case .packets: fuzzPackets(bytes)
        case .web: fuzzWeb(bytes)
        case .scenes: fuzzScenes(bytes)
        }
    }
}

/// Ends the process when something that must hold does not.
func require(_ holds: Bool, _ what: String) {
    guard holds else { fatalError(what) }
}
