import ANCS
import Linux
import Notices
import Outlets

/// One notice of each category, for a person who wants to see something on a device.
struct NoticeSample {
    /// What happens, and how long after the beginning.
    let events: [(after: Duration, event: BridgeEvent)]

    /// How long the call rings.
    let ringing: Duration
    /// When the notices are gone again.
    let length: Duration

    /// The phone's own apps, which displays know by these.
    private static let appIDs = [
        "Phone": "com.apple.mobilephone", "Messages": "com.apple.MobileSMS",
        "Calendar": "com.apple.mobilecal", "Mail": "com.apple.mobilemail",
        "News": "com.apple.news",
    ]

    /// What one of the notices says.
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

    /// A sample for something that says one notice after the other.
    static func said(at time: WallTime) -> NoticeSample {
        NoticeSample(at: time, ringing: .seconds(3), length: .seconds(10), isShown: false)
    }

    /// A sample for something that shows several, perhaps in turn, to a person who walks over to it.
    static func shown(at time: WallTime) -> NoticeSample {
        NoticeSample(at: time, ringing: .seconds(8), length: .seconds(60), isShown: true)
    }

    /// The sample that fits outlets: the longer one where a display is among them.
    static func fit(for plans: [any OutletConfiguration], at time: WallTime) -> NoticeSample {
        plans.contains { $0.family == .display } ? shown(at: time) : said(at: time)
    }

    /// - Parameter time: when it begins.
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
        // On a board, what is gone from a phone stays for the day; this never was on one.
        let end: NoticeChange = isShown ? .forgotten : .removed
        let isLeft = isShown ? [taken] : []
        events += ([missed] + others + isLeft).map { (length, end, $0) }
        self.events = events.map { after, change, notice in
            (after, .notice(change, notice, at: time.advanced(by: after)))
        }
    }

    /// Shows each event in its turn.
    @LoopActor
    func play(on pace: Pace, _ show: @escaping @LoopActor (BridgeEvent) -> Void) {
        for (delay, event) in events { pace.after(delay) { show(event) } }
    }
}
