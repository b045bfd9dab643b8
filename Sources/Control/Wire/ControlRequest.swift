/// What a client can ask of the bridge.
package enum ControlRequest: Hashable, Sendable {
    /// How the bridge is.
    case status
    /// Which phones were paired.
    case phones
    /// Which apps have sent something.
    case apps
    /// The newest one-time code, or the next one that comes within so many seconds.
    case code(wait: Int?)
    /// The events of notices from now on.
    case tail(Tail)
    /// An action on a notice.
    case act(Action, notice: String?)
    /// A window in which a phone can pair; nil leaves the choice to the bridge.
    case pair(method: Method?, seconds: Int?)
    /// A person's answer to what pairing has asked.
    case reply(isYes: Bool)
    /// The end of what is known of a phone, and of its bond.
    case forget(phone: String)
    /// Nothing new of an app, by identifier or name, until a moment or for so many seconds; without
    /// either for the usual time.
    case mute(app: String, until: String?, seconds: Int?)
    /// An app shown again, or all of them where none is named.
    case unmute(app: String?)
    /// The configuration read again.
    case reload
    /// One notice of each category on a serial port.
    case testPort(name: String)
    /// A sample on the displays, or on the one of this name.
    case testDisplays(name: String?)
    /// A sample on the outlet of this section, whatever kind it is of.
    case testOutlet(name: String)
    /// What is known of beacons, and what of them is in the air; with seconds the bridge listens without
    /// a pause from now on for so long.
    case beacons(listen: Int?)
    /// A beacon that the host is, for as long as the client stays.
    case broadcast(Broadcast)
    /// How a program is that works beside the bridge, told by itself.
    case companion(Companion)
    /// A text on the displays for some time.
    case show(ShownText)
    /// The end of all texts that are shown.
    case clearTexts
    /// By what a centre is to know the history, from which this client hands over from now on.
    case identifyHistory
    /// What a centre has not got of the history yet.
    case outbox(Outbox)
    /// Notices that were kept, a page of them.
    case history(History)
    /// What the notices that were kept come to.
    case statistics(Statistics)

    /// Which events a client wants.
    package struct Tail: Hashable, Sendable {
        /// So many of the latest events first.
        package var recent: Int
        /// Only these categories; all where there are none.
        package var categories: [String]
        /// Only these apps, by identifier or name; all where there are none.
        package var apps: [String]
        /// Only these phones; all where there are none.
        package var phones: [String]
        /// Raw Notification Source values too.
        package var source: Bool
        /// First all that holds, in place of the latest events.
        package var board: Bool
        /// How near beacons are as well, each at most once a second.
        package var range: Bool

        /// All events from now on, unless something else is said.
        package init(
            recent: Int = 0, categories: [String] = [], apps: [String] = [],
            phones: [String] = [], source: Bool = false, board: Bool = false, range: Bool = false
        ) {
            self.recent = recent
            self.categories = categories
            self.apps = apps
            self.phones = phones
            self.source = source
            self.board = board
            self.range = range
        }

        /// The most events that can be asked for with `recent`.
        package static let mostRecent = 1000
    }

    /// An iBeacon that the host is to be.
    package struct Broadcast: Hashable, Sendable {
        /// The bytes that all beacons of one owner share, as programs write them.
        package var uuid: String
        /// The number of its group.
        package var major: Int
        /// Its number within the group.
        package var minor: Int
        /// How strong it is one metre away, in dBm; nil leaves that to the bridge.
        package var power: Int?
        /// Milliseconds from one message to the next; nil leaves that to the bridge.
        package var interval: Int?

        /// A beacon of this name.
        package init(
            uuid: String, major: Int, minor: Int, power: Int? = nil, interval: Int? = nil
        ) {
            self.uuid = uuid
            self.major = major
            self.minor = minor
            self.power = power
            self.interval = interval
        }

        /// How strong a beacon can say that it is.
        package static let powers = -127...20
        /// How long it can be from one message to the next, in milliseconds.
        package static let intervals = 20...10_240
    }

    /// How a program is that works beside the bridge.
    package struct Companion: Hashable, Sendable {
        /// What people call it.
        package var name: String
        /// Whether it does its work.
        package var works: Bool
        /// What it does, or what keeps it from that, in words without content.
        package var words: String
        /// Since when that is so, as events have moments; nil for now.
        package var since: String?
        /// What went wrong last, in words without content.
        package var trouble: String?
        /// How much waits to be passed on.
        package var waiting: Int
        /// How much it could not pass on and left out.
        package var lost: Int

        /// A program that says this of itself.
        package init(
            name: String, works: Bool, words: String, since: String? = nil, trouble: String? = nil,
            waiting: Int = 0, lost: Int = 0
        ) {
            self.name = name
            self.works = works
            self.words = words
            self.since = since
            self.trouble = trouble
            self.waiting = waiting
            self.lost = lost
        }
    }

    /// A text that the host is to show.
    package struct ShownText: Hashable, Sendable {
        /// What is shown, in one line or more.
        package var text: String
        /// For how long; nil leaves that to the bridge.
        package var seconds: Int?
        /// How urgent it is.
        package var level: Level

        /// A text that is as urgent as most, for as long as the bridge says, unless something else is said.
        package init(_ text: String, seconds: Int? = nil, level: Level = .normal) {
            self.text = text
            self.seconds = seconds
            self.level = level
        }

        /// How urgent a text is.
        package enum Level: String, CaseIterable, Sendable {
            /// It is there to be seen, and calls for nobody.
            case quiet
            /// As most notices are.
            case normal
            /// It is marked as important.
            case urgent
        }
    }

    /// What is wanted of what a centre has not got yet.
    package struct Outbox: Hashable, Sendable {
        /// That history and centre know each other now, and the number of the last batch that it has.
        package var agreed: Int64?
        /// The number of a batch that it has got.
        package var received: Int64?
        /// Whether the centre did not take the notices of that batch.
        package var isRefused = false
        /// Notices of the next batch at most; nil for as many as the bridge gives.
        package var limit: Int?
        /// How long to wait for something, where there is nothing; nil not to wait.
        package var wait: Int?

        /// The next batch.
        package init(
            agreed: Int64? = nil, received: Int64? = nil, limit: Int? = nil, wait: Int? = nil
        ) {
            self.agreed = agreed
            self.received = received
            self.limit = limit
            self.wait = wait
        }

        /// Notices that can be asked for at a time.
        package static let limits = 1...500
    }

    /// What can be done to a notice.
    package enum Action: String, CaseIterable, Sendable {
        /// Takes a call.
        case answer
        /// Declines a call.
        case decline
        /// Takes a notice away.
        case clear
    }

    /// How pairing makes sure that it is the person's own phone.
    package enum Method: String, CaseIterable, Sendable {
        /// Both show a number that the person compares.
        case compare
        /// The person types a number on the phone.
        case passkey
        /// The person only says yes.
        case confirm
    }

    /// How long a window can be asked to be open.
    package static let windowSeconds = 1...3600

    /// How long the next code can be waited for.
    package static let waitSeconds = 1...3600

    /// How long an app can be asked to be muted; a bridge may allow less.
    package static let muteSeconds = 1...(366 * 86_400)

    /// How long a text can be asked to be shown.
    package static let showSeconds = 1...86_400

    /// How long it is shown where nobody says for how long.
    package static let usualShowSeconds = 300

    /// How long the bridge can be asked to listen for beacons without a pause.
    package static let listenSeconds = 1...60

    /// The words for requests, as in `do`.
    enum Word: String, CaseIterable {
        case status, phones, apps, code, tail, act, pair, reply, forget, mute, unmute, reload
        case beacons, broadcast, companion, show, outbox, history
        case statistics = "stats"
        case testPort = "test_port"
        case testDisplays = "test_displays"
        case testOutlet = "test_outlet"

        /// The fields that a request has besides `do` and `id`.
        var fields: [String] {
            switch self {
            case .status, .phones, .apps, .reload: []
            case .code: ["wait"]
            case .tail: ["recent", "categories", "apps", "phones", "source", "board", "range"]
            case .act: ["action", "notice"]
            case .pair: ["method", "seconds"]
            case .reply: ["yes"]
            case .forget: ["phone"]
            case .mute: ["app", "until", "seconds"]
            case .unmute: ["app", "all"]
            case .testPort: ["port"]
            case .testDisplays: ["display"]
            case .testOutlet: ["outlet"]
            case .beacons: ["listen"]
            case .broadcast: ["uuid", "major", "minor", "power", "interval"]
            case .companion: ["name", "works", "words", "since", "trouble", "waiting", "lost"]
            case .show: ["text", "seconds", "level", "clear"]
            case .outbox: ["begin", "agreed", "received", "refused", "limit", "wait"]
            case .history: ["words", "since", "until", "calls", "limit", "before"]
            case .statistics: ["since", "until", "as"]
            }
        }
    }

    /// The word for this request.
    var word: Word {
        switch self {
        case .status: .status
        case .phones: .phones
        case .apps: .apps
        case .code: .code
        case .tail: .tail
        case .act: .act
        case .pair: .pair
        case .reply: .reply
        case .forget: .forget
        case .mute: .mute
        case .unmute: .unmute
        case .reload: .reload
        case .testPort: .testPort
        case .testDisplays: .testDisplays
        case .testOutlet: .testOutlet
        case .beacons: .beacons
        case .broadcast: .broadcast
        case .companion: .companion
        case .show, .clearTexts: .show
        case .identifyHistory, .outbox: .outbox
        case .history: .history
        case .statistics: .statistics
        }
    }

    /// What a client must be allowed to do to make this request.
    package var right: ControlRight {
        switch self {
        case .status, .phones, .apps, .code, .tail, .beacons, .companion: .read
        case .act, .pair, .reply, .forget, .mute, .unmute, .reload, .testPort, .testDisplays,
            .testOutlet, .broadcast, .show, .clearTexts:
            .act
        case .history, .statistics: .lookBack
        case .identifyHistory, .outbox: .handOver
        }
    }
}
