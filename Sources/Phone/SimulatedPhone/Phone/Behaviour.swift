/// How well a phone behaves: everything a scenario can set at the start and change later.
struct Behaviour: Sendable {
    /// A wait that is never shorter than its base, and longer by up to its jitter.
    struct Delay: Sendable {
        var base: Duration = .zero
        var jitter: Duration = .zero

        func drawn(with random: inout SeededRandom) -> Duration {
            guard jitter > .zero else { return base }
            return base + jitter * Double.random(in: 0...1, using: &random)
        }
    }

    /// How answers are cut into packets.
    enum Fragmentation: Sendable {
        /// As few packets as the link allows.
        case asLargeAsPossible
        /// At most so many bytes in each.
        case bytes(Int)
        /// A random number of bytes in each.
        case random
    }

    /// An error that Control Point writes get whatever they say.
    struct ForcedError: Sendable {
        let code: UInt8
        /// How many writes more get it; nil for all.
        var remaining: Int?
    }

    /// Whether notifications are announced as they should.
    enum SourceState: Sendable {
        case working
        /// Nothing is announced until the host subscribes again.
        case stopped
        /// Nothing is announced whatever the host does.
        case dead
    }

    /// A link that breaks after so many packets in both directions.
    struct Drop: Sendable {
        let packets: Int
        /// How long the phone stays away.
        let absence: Duration
    }

    /// In which order the attributes of an answer come.
    enum AttributeOrder: Sendable {
        case asked
        case reversed
        case shuffled
    }

    /// How often and when an answer comes.
    enum AnswerTiming: Sendable {
        case once
        case twice
        /// Only after the host has asked for something else.
        case late
    }

    /// What of its existing notifications a phone announces when a session begins.
    enum Announcement: Sendable {
        case all
        /// Every other one, from the first on.
        case some
        case none
        /// All, but without saying that they existed before.
        case unmarked
    }

    /// Whose attributes it has.
    var model = PhoneModel.plain
    /// How many handles later all its services but the first begin.
    var shift: UInt16 = 0
    /// Whether it answers the MTU request.
    var answersMTU = true
    /// Whether it asks the host for its services first, and answers nothing until it knows them.
    var asksFirst = false
    /// What the phone is called; nil for what it was called at first.
    var name: String?
    var mtu = 185
    var fragmentation = Fragmentation.asLargeAsPossible
    var writeDelay = Delay()
    var answerDelay = Delay()
    var fragmentDelay = Delay()
    var forcedError: ForcedError?
    /// Requests are taken and never answered with data.
    var isSilent = false
    /// Control Point writes get no response of any kind.
    var isMute = false
    var source = SourceState.working
    var drop: Drop?
    var answersWrongUID = false
    var attributeOrder = AttributeOrder.asked
    var omittedAttribute: NotificationAttribute?
    var duplicatedAttribute: NotificationAttribute?
    /// An attribute that nobody asked for, appended to every answer.
    var extraAttribute: UInt8?
    var answerTiming = AnswerTiming.once
    var hasService = true
    /// What it offers beside notifications, whether that is there or not.
    var services = ServiceDefinition.further
    var announcement = Announcement.all
    var numbering = NotificationStore.Numbering.anew
    var firstUID: UInt32 = 0
    /// Whether the person lets this host have the notifications.
    var isSharing = true
    /// Whether pairing and encryption ever succeed.
    var canEncrypt = true
    var protectionError = SimulatedAttributeError.insufficientAuthentication
    var apps: [[UInt8]: AppName] = AppName.builtIn
    /// How strong it arrives over its link, in dBm.
    var signal = -60
}

/// What the phone says an app is called.
enum AppName: Sendable {
    /// Its name.
    case name([UInt8])
    /// The app is gone: the answer holds no attribute at all.
    case uninstalled
    /// The phone has never heard of the app, and refuses.
    case unknown

    /// The apps that every iPhone has.
    static let builtIn: [[UInt8]: AppName] = Dictionary(
        uniqueKeysWithValues: [
            ("com.apple.mobilephone", "Phone"), ("com.apple.facetime", "FaceTime"),
            ("com.apple.MobileSMS", "Messages"), ("com.apple.mobilemail", "Mail"),
            ("com.apple.mobilecal", "Calendar"), ("com.apple.reminders", "Reminders"),
            ("com.apple.news", "News"), ("com.apple.Health", "Health"),
            ("com.apple.Maps", "Maps"), ("com.apple.Passbook", "Wallet"),
        ].map { (Array($0.utf8), .name(Array($1.utf8))) })
}
