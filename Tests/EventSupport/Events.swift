package import ANCS
package import Formats
import Foundation
package import Linux
package import Notices

/// Events to write down: an ordinary day, and everything that could go wrong with it.
package enum Events {
    package static let start = WallTime(milliseconds: 1_772_442_242_125)

    package static func notice(
        _ category: CategoryID = .social, flags: EventFlags = [], uid: UInt32 = 42,
        phone: String = "Anna's iPhone", appID: Words = "com.apple.MobileSMS",
        app: Words? = "Messages", title: Words = "Zoe Müller",
        subtitle: Words = "", message: Words = "See you at eight?",
        messageSize: Int? = nil,
        date: PhoneDate? = PhoneDate(parsing: Array("20260302T100400".utf8)[...]),
        positive: Words = "", negative: Words = "", isIncomplete: Bool = false,
        call: Call? = nil, hidden: Notice.Hidden = .nothing,
        removal: Notice.Removal? = nil, sent: WallTime? = nil
    ) -> Notice {
        var notice = Notice(
            id: NoticeID(rawValue: 0x0012_3456_789A_BCDE), phone: phone,
            category: Category(category), flags: flags, uid: NotificationUID(rawValue: uid),
            appID: appID.text, appName: app?.text, title: title.text, subtitle: subtitle.text,
            message: message.text, messageSize: messageSize, date: date,
            positiveAction: positive.text, negativeAction: negative.text, received: start,
            isIncomplete: isIncomplete, call: call)
        notice.hidden = hidden
        notice.removal = removal
        // What a date means depends on this machine's zone.
        notice.sent = sent
        return notice
    }

    /// A notice of the phone app, which has no text beside the caller's name.
    package static func call(
        _ state: Call.State, ringTime: Duration? = nil, talkTime: Duration? = nil,
        title: Words = "Davidson Ro",
        category: CategoryID = .incomingCall, isDeclined: Bool = false
    ) -> Notice {
        notice(
            category, flags: [.important, .positiveAction, .negativeAction], uid: 7,
            appID: "com.apple.mobilephone", app: "Phone", title: title,
            message: "Incoming Call", positive: "Answer", negative: "Decline",
            call: Call(
                state: state, ringTime: ringTime, talkTime: talkTime, isDeclined: isDeclined))
    }

    /// When what happens to notices happens.
    package static let at = start.advanced(by: .milliseconds(250))

    package static func event(_ change: NoticeChange, _ notice: Notice) -> BridgeEvent {
        .notice(change, notice, at: at)
    }

    package static let ordinary = event(
        .added, notice(.social, flags: .negativeAction, negative: "Clear"))
    package static let ringing = event(.ringing, call(.ringing))
    package static let answered = event(
        .answered, call(.answered, ringTime: .milliseconds(5250), category: .activeCall))
    package static let ended = event(.ended, call(.ended, ringTime: .seconds(3)))
    package static let missed = event(
        .missed, call(.missed, ringTime: .seconds(65), category: .missedCall))
    package static let declined = event(
        .ended, call(.ended, ringTime: .seconds(4), isDeclined: true))
    package static let hungUp = event(
        .ended, call(.ended, ringTime: .seconds(5), category: .activeCall))
    package static let talked = event(
        .ended,
        call(
            .ended, ringTime: .seconds(5), talkTime: .milliseconds(125_250),
            category: .activeCall))
    package static let sent = event(
        .added,
        notice(
            flags: .preExisting, message: "Are you there?",
            sent: start.advanced(by: .milliseconds(-2_125))))
    package static let removed = event(.removed, notice(removal: .user))
    package static let modified = event(.modified, notice(message: "See you at nine?"))
    package static let mail = event(
        .added,
        notice(
            .email, flags: [.silent, .preExisting], appID: "com.apple.mobilemail", app: "Mail",
            title: "Print Shop", subtitle: "Order 1042", message: "Your posters are ready.",
            messageSize: 4711))
    package static let invalid = event(
        .added,
        notice(
            title: Words([0x5A, 0xFF, 0x6F]), subtitle: Words([0xC3]),
            message: Words(Array("caf".utf8) + [0xC3])))
    package static let allInvalid = event(
        .added,
        notice(
            appID: Words([0xFF]), app: Words([0xFE]), title: Words([0xFD]), subtitle: Words([0x80]),
            message: Words([0xC0]), positive: Words([0xE2, 0x82]), negative: Words([0xF5])))
    package static let hostile = event(
        .added,
        notice(
            phone: "A\u{1B}]0;x\u{7}", app: "\u{202E}ppA",
            title: "\u{1B}[31mred\u{9B}0m\u{0}", subtitle: "one\r\ntwo\tthree",
            message: "\u{2066}a\u{2069}\u{2028}b\u{85}c\u{7F}"))
    package static let punctuated = event(
        .added, notice(title: "Smith, \"Al\"", message: "a=b, c:\\d \"e\"\u{301}"))
    package static let formula = event(
        .added,
        notice(app: "@SUM(1)", title: "+49 30 123456", subtitle: "-1", message: "\t=cmd|' /C x'"))
    package static let rightToLeft = event(
        .added, notice(title: "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", message: "\u{202B}\u{645}\u{202C}"))
    package static let emoji = event(.added, notice(title: "👩🏻‍❤️‍💋‍👩🏻 Zoe", message: "🎂🎉"))
    package static let long = event(
        .added, notice(message: Words(Array(String(repeating: "many words ", count: 182).utf8))))
    package static let unknown = event(
        .added,
        notice(
            CategoryID(rawValue: 200), flags: EventFlags(rawValue: 0xFF), uid: .max, app: nil,
            title: "Who knows", positive: "Go"))
    package static let empty = event(
        .added,
        notice(
            .other, uid: 0, phone: "", appID: "", app: nil, title: "", message: "", date: nil,
            isIncomplete: true))
    package static let coded = event(.added, notice(message: "482913 is your code"))
    package static let hiddenText = event(.added, notice(message: "", hidden: .text))
    package static let hiddenAll = event(.added, notice(title: "", message: "", hidden: .all))
    package static let known = BridgeEvent.phone(
        .ready, PhoneName("Anna's iPhone", id: PhoneID("5a0c93e1")), at: start)
    package static let ready = BridgeEvent.phone(.ready, PhoneName("Anna's iPhone"), at: start)
    package static let radioOff = BridgeEvent.radio(
        .off, words: "is switched off: so it is", at: start)
    package static let listening = BridgeEvent.radio(.listening, at: start)
    package static let notShared = BridgeEvent.phone(.notShared, PhoneName("iPad"), at: start)
    package static let source = BridgeEvent.source(
        SourceEvent(
            event: .removed, flags: [.silent], category: .activeCall, categoryCount: 3,
            uid: NotificationUID(rawValue: 9)), phone: "Anna's iPhone", at: start)
    package static let strangeSource = BridgeEvent.source(
        SourceEvent(
            event: EventID(rawValue: 7), flags: [], category: CategoryID(rawValue: 77),
            categoryCount: 0, uid: NotificationUID(rawValue: .max)), phone: "iPad", at: start)

    package static let battery = BridgeEvent.battery(
        83, PhoneName("Anna's iPhone", id: PhoneID("5a0c93e1")), at: start)
    package static let zoned: BridgeEvent = {
        var zoned = notice(sent: start.advanced(by: .milliseconds(-2_125)))
        zoned.dateOffset = 60
        return event(.added, zoned)
    }()
    package static let media: BridgeEvent = {
        var media = PlayedMedia()
        (media.player, media.appID) = (Text("Music"), Text("com.apple.Music"))
        (media.state, media.rate) = (.playing, 1)
        media.title = Text("Gymnopédie No. 1")
        (media.artist, media.album) = (Text("Erik Satie"), Text("Piano Works"))
        (media.position, media.duration) = (.milliseconds(12_500), .seconds(187))
        media.volume = 0.4
        (media.queueIndex, media.queueCount) = (0, 12)
        (media.shuffleMode, media.repeatMode) = (.off, .all)
        media.commands = [.play, .pause, .toggle, .next, .previous, .louder, .softer]
        return .media(
            media, PhoneName("Anna's iPhone", id: PhoneID("5a0c93e1")), at: start)
    }()
    package static let silence = BridgeEvent.media(nil, PhoneName("Anna's iPhone"), at: start)
    package static let renamed = BridgeEvent.renamed(
        PhoneName("Anna's iPhone"), was: "4C:57:CA:00:11:22", at: start)

    package static let keys = BeaconID(
        .iBeacon, uuid: 0xFDA5_0693_A4E2_4FB1_AFCF_C6EB_0764_7825, major: 1, minor: 7)
    package static let leftBehind: BridgeEvent = {
        var news = BeaconNews(
            .left, of: .item(BeaconItem("Keys", picture: "🔑"), region: "keys"), zone: .unknown,
            beacon: keys)
        news.lastHeard = start
        return .beacon(news, at: start)
    }()
    package static let reminder: BridgeEvent = {
        var news = BeaconNews(
            .left, of: .item(BeaconItem("Keys", words: "Your keys!"), region: "keys"),
            zone: .unknown)
        news.isReminder = true
        return .beacon(news, at: start)
    }()
    package static let back = BridgeEvent.beacon(
        BeaconNews(
            .back, of: .item(BeaconItem("Keys", picture: "🔑"), region: "keys"), zone: .near,
            accuracy: 2.4, signal: -63, beacon: keys), at: start)
    package static let keptRegion: BridgeEvent = {
        var news = BeaconNews(.near, of: .region("bicycle"), zone: .far, signal: -90)
        news.isKept = true
        return .beacon(news, at: start)
    }()
    package static let range = BridgeEvent.beacon(
        BeaconNews(.range, of: .region("bicycle"), zone: .far, accuracy: 12, signal: -90),
        at: start)
    package static let tap = BridgeEvent.beacon(
        BeaconNews(.tap, of: .region("badge"), zone: .immediate, accuracy: 0.1, signal: -38),
        at: start)
    package static let home = BridgeEvent.beacon(
        BeaconNews(
            .presence, of: .person("Mara", phone: PhoneName("Mara's iPhone"), isHome: true),
            zone: .near, accuracy: 1.8, signal: -64), at: start)
    package static let away = BridgeEvent.beacon(
        BeaconNews(
            .presence, of: .person("Mara", phone: PhoneName("Mara's iPhone"), isHome: false),
            zone: .unknown), at: start)

    package static let all = [
        ready, known, ringing, answered, ended, missed, declined, hungUp, talked, sent, ordinary,
        mail,
        modified,
        removed, invalid,
        allInvalid,
        hostile, punctuated, formula, rightToLeft, emoji, long, unknown, empty, notShared, source,
        strangeSource, hiddenText, hiddenAll, radioOff, listening, coded, renamed, leftBehind,
        reminder, back, keptRegion, range, tap, home, away, battery, zoned, media, silence,
    ]
}

/// A text in a test: a literal, or bytes.
package struct Words: ExpressibleByStringLiteral {
    package let text: Text

    package init(stringLiteral string: String) {
        text = Text(string)
    }

    package init(_ bytes: [UInt8]) {
        text = Text(bytes: bytes)
    }
}

extension EventFormat {
    /// What the format writes, with this machine's times and zone taken out: `T` for a moment and
    /// `C` for a clock.
    package mutating func text(of event: BridgeEvent, columns: Int? = nil) -> String {
        stable(String(decoding: lines(for: event, columns: columns), as: UTF8.self))
    }
}

/// A text without the times that depend on this machine's zone.
package func stable(_ text: String) -> String {
    text.replacingOccurrences(
        of: #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d"#, with: "T",
        options: .regularExpression
    ).replacingOccurrences(
        of: #"(?m)^(\x1B\[2m|\x1B\[1;32m)?\d\d:\d\d:\d\d"#, with: "$1CC:CC:CC",
        options: .regularExpression)
}
