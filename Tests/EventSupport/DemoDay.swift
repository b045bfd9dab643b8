import ANCS
package import Notices

/// What the demonstration tells, event by event, for displays that have little room.
package enum DemoDay {
    private static func notice(
        _ number: UInt64, _ who: String, _ text: String = "", _ category: CategoryID = .social,
        app: String = "com.apple.MobileSMS", subtitle: String = "", call: Call.State? = nil
    ) -> Notice {
        var notice = LCDDay.notice(number, who, text, category: category, app: app, call: call)
        notice.subtitle = Text(subtitle)
        return notice
    }

    private static func davidson(_ state: Call.State) -> Notice {
        notice(
            4, "Davidson Ro", "Incoming Call", state == .missed ? .missedCall : .incomingCall,
            app: "com.apple.mobilephone", call: state)
    }

    private static let invoice = notice(
        8, "Brandt Bicycles", "Loading…", .email, app: "com.apple.mobilemail")

    private static var bicycle: Notice {
        var notice = invoice
        notice.subtitle = Text("Your bicycle is ready")
        notice.message = Text(
            "New chain, both brakes adjusted, and the bell rings again. We are open until half past "
                + "six; the bill is 84 euros.")
        return notice
    }

    private static let kettle = notice(
        10, "The water boils", "Four minutes for green tea.", .other, app: "org.example.kettle")

    private static func at(_ minutes: Int, _ change: NoticeChange, _ notice: Notice) -> BridgeEvent
    {
        LCDDay.at(minutes, change, notice)
    }

    /// The events, a minute apart, and a voicemail of somebody who is not known.
    package static let events: [(name: String, event: BridgeEvent)] = [
        ("the radio listens", .radio(.listening, at: LCDDay.noon)),
        ("the phone is connected", .phone(.connected, PhoneName("Mara's iPhone"), at: LCDDay.noon)),
        ("the phone is ready", LCDDay.ready),
        (
            "library",
            at(
                0, .added,
                notice(
                    1, "Two books are due on Friday",
                    "“The Left Hand of Darkness” and “Bread, Slowly”. You can renew both once more.",
                    .other, app: "org.example.library"))
        ),
        (
            "choir",
            at(
                0, .added,
                notice(
                    2, "Choir office", "We begin half an hour later and sing in the small hall.",
                    .email, app: "com.apple.mobilemail", subtitle: "Tuesday's rehearsal"))
        ),
        ("oven", at(0, .added, notice(3, "Theo", "Did we leave the oven on?"))),
        ("a call rings", at(1, .ringing, davidson(.ringing))),
        ("it is missed", at(2, .missed, davidson(.missed))),
        (
            "voicemail",
            at(
                3, .added,
                notice(
                    5, "+49 30 1234567", "Voicemail (0:23)", .voicemail,
                    app: "com.apple.mobilephone"))
        ),
        (
            "Ada",
            at(
                4, .added,
                notice(
                    6, "Ada Okafor",
                    "Are you home? I can hear your phone ring through the wall."))
        ),
        (
            "Priya",
            at(
                5, .added,
                notice(
                    7, "Priya", "I found the lanterns! And the box with last year's photographs.",
                    subtitle: "To you & 4 others"))
        ),
        ("bicycle, not loaded", at(6, .added, invoice)),
        ("bicycle", at(6, .modified, bicycle)),
        (
            "dentist",
            at(
                7, .added,
                notice(
                    9, "Dentist", "Dr. Amsel, Gartenstraße 12", .schedule,
                    app: "com.apple.mobilecal", subtitle: "in 30 minutes"))
        ),
        ("kettle", at(8, .added, kettle)),
        (
            "Jonas",
            at(
                9, .added,
                notice(
                    11, "Jonas 🚲", "It's a girl!!! 🎉👶🏽💛 Everyone is well. Grandpa is knitting."))
        ),
        ("kettle, gone", at(10, .removed, kettle)),
    ]
}
