import ANCS
import Linux
import Notices
import Outlets

/// Sample with one notification of each category, for testing a device.
struct NoticeSample {
    /// Events, with their delays from the start.
    let events: [(after: Duration, event: BridgeEvent)]

    /// How long the call rings.
    let ringing: Duration
    /// Time from the start until all notifications are removed.
    let length: Duration

    /// Identifiers of the phone's own apps, which displays recognize.
    private static let appIDs = [
        "Phone": "com.apple.mobilephone", "Messages": "com.apple.MobileSMS",
        "Calendar": "com.apple.mobilecal", "Mail": "com.apple.mobilemail",
        "News": "com.apple.news",
    ]

    /// Content of one notification.
    private typealias Row = (category: CategoryID, app: String, title: String, message: String)

    private static let rows: [Row] = [
        (.voicemail, "Phone", "Zoë Müller", "Voicemail"),
        (.social, "Messages", "Привет, Анна", "“See you at 8…” 👍"),
        (.schedule, "Calendar", "Dentist", "tomorrow at 9:30"),
        (.email, "Mail", "Print Shop", "Your posters are ready: 12,50 €"),
        (.news, "News", "Weather", "Storm from the west →"),
        (.healthAndFitness, "Health", "Move", "You closed 2 of 3 rings"),
        (.businessAndFinance, "Bank", "Payment", "£5 to Łukasz"),
        (.location, "Maps", "Home", "20 minutes, light traffic"),
        (.entertainment, "Music", "New album", "Café del Mar"),
        (.other, "Callboard", "The last of one of each", "0123456789 ABCDEFG abcdefg"),
    ]

    /// Returns a sample for devices that report one notification after the other, such as serial ports and LEDs.
    static func said(at time: WallTime) -> NoticeSample {
        NoticeSample(at: time, ringing: .seconds(3), length: .seconds(10), isShown: false)
    }

    /// Returns a sample for displays, long enough for the user to walk over to one.
    static func shown(at time: WallTime) -> NoticeSample {
        NoticeSample(at: time, ringing: .seconds(8), length: .seconds(60), isShown: true)
    }

    /// Returns the sample for these outputs: the longer one if a display is among them.
    static func fit(for plans: [any OutletConfiguration], at time: WallTime) -> NoticeSample {
        plans.contains { $0.family == .display } ? shown(at: time) : said(at: time)
    }

    /// - Parameter time: start of the sample.
    private init(at time: WallTime, ringing: Duration, length: Duration, isShown: Bool) {
        self.ringing = ringing
        self.length = length
        var ids = NoticeIDSource()
        var number: UInt32 = 0
        func notice(_ row: Row, _ call: Call? = nil) -> Notice {
            number += 1
            return Notice(
                id: ids.next(at: time), phone: "callboard", category: Category(row.category),
                flags: [], uid: NotificationUID(rawValue: number),
                appID: Text(Self.appIDs[row.app] ?? "callboard.test"), appName: Text(row.app),
                title: Text(row.title), message: Text(row.message), received: time, call: call)
        }
        let ringingCall = Call(state: .ringing)
        var missed = notice((.incomingCall, "Phone", "Zoë Müller", ""), ringingCall)
        var taken = notice((.incomingCall, "Phone", "+1 555 0100", ""), ringingCall)
        let others = Self.rows.map { notice($0) }

        var events: [(Duration, NoticeChange, Notice)] = [
            (.zero, .ringing, missed), (.zero, .ringing, taken),
        ]
        taken.category = Category(.activeCall)
        taken.call = Call(state: .answered, ringTime: .seconds(1))
        events.append((.seconds(1), .answered, taken))
        missed.category = Category(.missedCall)
        missed.call = Call(state: .missed, ringTime: ringing)
        events.append((ringing, .missed, missed))
        events += others.map { (ringing, .added, $0) }
        taken.call = Call(
            state: .ended, ringTime: .seconds(1), talkTime: length - .seconds(1))
        events.append((length, .ended, taken))
        // Boards keep removed notifications for the day, but a sample must not remain there.
        let end: NoticeChange = isShown ? .forgotten : .removed
        let isLeft = isShown ? [taken] : []
        events += ([missed] + others + isLeft).map { (length, end, $0) }
        self.events = events.map { after, change, notice in
            (after, .notice(change, notice, at: time.advanced(by: after)))
        }
    }

    /// Shows each event at its time.
    @LoopActor
    func play(on pace: Pace, _ show: @escaping @LoopActor (BridgeEvent) -> Void) {
        for (delay, event) in events { pace.after(delay) { show(event) } }
    }
}
