package import ANCS
package import Linux
package import Notices

/// Things to show on displays.
package enum LCDDay {
    /// Noon of some day, wherever this machine is.
    package static let noon: WallTime = {
        let day = WallTime(milliseconds: 1_772_409_600_000)
        let local = day.local
        return day.advanced(by: .seconds((12 - local.hour) * 3600 - local.minute * 60))
    }()

    package static func notice(
        _ number: UInt64, _ title: String, _ message: String = "",
        category: CategoryID = .social, app: String = "com.apple.MobileSMS",
        appName: String? = nil, call: Call.State? = nil
    ) -> Notice {
        var notice = Notice(
            id: NoticeID(rawValue: number), phone: "Mara's iPhone", category: Category(category),
            flags: [], uid: NotificationUID(rawValue: UInt32(number)),
            appID: Text(bytes: Array(app.utf8)), received: noon)
        notice.appName = appName.map { Text(bytes: Array($0.utf8)) }
        notice.title = Text(bytes: Array(title.utf8))
        notice.message = Text(bytes: Array(message.utf8))
        notice.call = call.map { Call(state: $0) }
        return notice
    }

    package static func call(_ state: Call.State, _ who: String = "Zoe Muller") -> Notice {
        notice(
            900, who, "Incoming Call", category: .incomingCall, app: "com.apple.mobilephone",
            call: state)
    }

    package static let ready = BridgeEvent.phone(.ready, PhoneName("Mara's iPhone"), at: noon)

    package static func at(_ minutes: Int, _ change: NoticeChange, _ notice: Notice) -> BridgeEvent
    {
        .notice(change, notice, at: noon.advanced(by: .seconds(minutes * 60)))
    }

    /// A day with messages, a missed call and a voicemail.
    package static let events: [BridgeEvent] = [
        .radio(.listening, at: noon), ready,
        at(1, .added, notice(1, "Theo", "Did we leave the oven on?")),
        at(2, .missed, notice(2, "Davidson Ro", category: .missedCall, call: .missed)),
        at(3, .added, notice(3, "Voicemail", "1 new", category: .voicemail)),
        at(4, .added, notice(4, "Zoë Müller", "Ja, um acht – passt das?")),
    ]
}
