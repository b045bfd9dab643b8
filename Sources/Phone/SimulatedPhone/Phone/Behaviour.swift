/// Behaviour of a phone, which a scenario sets at the start and, except for the model, can change later.
struct Behaviour: Sendable {
    /// A delay of at least its base, plus a random part of its jitter.
    struct Delay: Sendable {
        var base: Duration = .zero
        var jitter: Duration = .zero

        func drawn(with random: inout SeededRandom) -> Duration {
            guard jitter > .zero else { return base }
            return base + jitter * Double.random(in: 0...1, using: &random)
        }
    }

    /// Division of answers into packets.
    enum Fragmentation: Sendable {
        case asLargeAsPossible
        /// At most this number of bytes in each packet.
        case bytes(Int)
        case random
    }

    /// A fixed error for Control Point writes.
    struct ForcedError: Sendable {
        let code: UInt8
        /// Number of remaining writes with the error; nil for all.
        var remaining: Int?

        /// Returns the error of the next write, and counts it; nil if there is none.
        static func take(from forced: inout ForcedError?) -> SimulatedAttributeError? {
            guard let error = forced else { return nil }
            if let remaining = error.remaining {
                forced =
                    remaining > 1 ? ForcedError(code: error.code, remaining: remaining - 1) : nil
            }
            return SimulatedAttributeError(code: error.code)
        }
    }

    /// State of notification announcements.
    enum SourceState: Sendable {
        case working
        /// Nothing is announced until the host subscribes again.
        case stopped
        /// Nothing is ever announced.
        case dead
    }

    /// A link that is closed after a number of packets in both directions.
    struct Drop: Sendable {
        let packets: Int
        /// Time until the phone reconnects.
        let absence: Duration
    }

    /// Order of the attributes of an answer.
    enum AttributeOrder: Sendable {
        case asked
        case reversed
        case shuffled
    }

    /// Number and time of answers.
    enum AnswerTiming: Sendable {
        case once
        case twice
        /// Only after the host's next request.
        case late
    }

    /// Announcement of existing notifications at the beginning of a session.
    enum Announcement: Sendable {
        case all
        /// Every second one, starting with the first.
        case some
        case none
        /// All, but without the flag for existing ones.
        case unmarked
    }

    var model = PhoneModel.plain
    /// Number by which the handles of all services but the first are shifted.
    var shift: UInt16 = 0
    /// Whether the MTU request is answered.
    var answersMTU = true
    /// Whether the phone first requests the host's services, and answers nothing until it has
    /// received them.
    var asksFirst = false
    /// Name of the phone; nil for the initial one.
    var name: String?
    var mtu = 185
    var fragmentation = Fragmentation.asLargeAsPossible
    var writeDelay = Delay()
    var answerDelay = Delay()
    var fragmentDelay = Delay()
    var forcedError: ForcedError?
    /// Whether requests are accepted and never answered with data.
    var isSilent = false
    /// Whether Control Point writes get no response at all.
    var isMute = false
    var source = SourceState.working
    var drop: Drop?
    var answersWrongUID = false
    var attributeOrder = AttributeOrder.asked
    var omittedAttribute: NotificationAttribute?
    var duplicatedAttribute: NotificationAttribute?
    /// An attribute that was not requested, appended to every answer.
    var extraAttribute: UInt8?
    var answerTiming = AnswerTiming.once
    var hasService = true
    /// Services other than notifications, including those that are absent at the moment.
    var services = ServiceDefinition.further
    var media = MediaBehaviour()
    /// Clock of the phone; nil for that of the host, which the phone does not report.
    var clock: SimulatedClock?
    var announcement = Announcement.all
    var numbering = NotificationStore.Numbering.anew
    var firstUID: UInt32 = 0
    /// Whether the user shares notifications with this host.
    var isSharing = true
    /// Whether pairing and encryption succeed.
    var canEncrypt = true
    var protectionError = SimulatedAttributeError.insufficientAuthentication
    var apps: [[UInt8]: AppName] = AppName.builtIn
    /// Signal strength of the link, in dBm.
    var signal = -60
}

/// Answer of the phone to a request for an app's name.
enum AppName: Sendable {
    case name([UInt8])
    /// The app was uninstalled: the answer contains no attribute.
    case uninstalled
    /// The app is unknown, and the phone refuses the request.
    case unknown

    /// Apps of every iPhone.
    static let builtIn: [[UInt8]: AppName] = Dictionary(
        uniqueKeysWithValues: [
            ("com.apple.mobilephone", "Phone"), ("com.apple.facetime", "FaceTime"),
            ("com.apple.MobileSMS", "Messages"), ("com.apple.mobilemail", "Mail"),
            ("com.apple.mobilecal", "Calendar"), ("com.apple.reminders", "Reminders"),
            ("com.apple.news", "News"), ("com.apple.Health", "Health"),
            ("com.apple.Maps", "Maps"), ("com.apple.Passbook", "Wallet"),
        ].map { (Array($0.utf8), .name(Array($1.utf8))) })
}
