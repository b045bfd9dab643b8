package import ANCS
package import Board
package import Linux
package import Notices

/// A day with names of all sorts, and what screens show of it.
package enum PicturedDay {
    /// Noon by the clock on this machine's wall.
    package static let noon: WallTime = {
        let day: Int64 = 1_772_442_242 / 86_400 * 86_400
        let offset = WallTime(milliseconds: day * 1_000).local.offsetMinutes
        return WallTime(milliseconds: (day + 43_200 - Int64(offset) * 60) * 1_000)
    }()

    package static func notice(
        _ number: Int, _ category: CategoryID, _ who: String, _ message: String = "",
        call: Call.State? = nil, appID: String = "com.apple.MobileSMS", app: String = "Messages"
    ) -> Notice {
        Notice(
            id: NoticeID(rawValue: UInt64(number)), phone: "Anna's iPhone",
            category: Category(category), flags: [], uid: NotificationUID(rawValue: UInt32(number)),
            appID: Text(appID), appName: Text(app), title: Text(who), message: Text(message),
            received: noon, call: call.map { Call(state: $0) })
    }

    /// The day up to five past one; calls ring at seven past.
    package static func board(
        ringing callers: [String] = [], _ options: BoardOptions = BoardOptions()
    ) -> DayBoard {
        var board = DayBoard(options)
        var minute: Int64 = 0
        func take(_ event: (WallTime) -> BridgeEvent) {
            let wall = noon.advanced(by: .seconds(60 * minute))
            _ = board.take(event(wall), at: .seconds(60 * minute))
            minute += 5
        }
        func add(_ change: NoticeChange, _ notice: Notice) {
            take { .notice(change, notice, at: $0) }
        }
        take { .phone(.ready, PhoneName("Anna's iPhone"), at: $0) }
        add(.added, notice(1, .email, "Print Shop", "Order 1042 — Your posters are ready."))
        add(.added, notice(2, .social, "Zoë Müller", "See you at eight? Bring the big umbrella."))
        add(.missed, notice(3, .missedCall, "Davidson Ro", call: .missed))
        add(.added, notice(4, .social, "山田太郎", "明日の会議は十時からです。よろしくお願いします。"))
        add(.added, notice(5, .social, "שלום כהן", "נתראה מחר בשעה שמונה"))
        add(.added, notice(6, .social, "👩‍👩‍👧 Mums", "🎂🎉 at three 👍🏽, don't be late"))
        add(.added, notice(7, .voicemail, "+49 30 123456"))
        add(.added, notice(8, .schedule, "Zahnärztin Dr. Öğün", "in 30 minutes"))
        add(.removed, notice(1, .email, "Print Shop"))
        add(.added, notice(9, .social, "Дмитрий", "Буду в семь"))
        minute = 67
        for (index, caller) in callers.enumerated() {
            add(
                .ringing,
                notice(
                    100 + index, .incomingCall, caller, call: .ringing,
                    appID: "com.apple.mobilephone", app: "Phone"))
            minute = 67
        }
        return board
    }

    /// The same day with keys that were left behind, a wallet that was not, and two persons.
    package static func boardOfThings(on day: DayBoard? = nil) -> DayBoard {
        var board = day ?? board()
        func take(_ change: BeaconChange, _ subject: BeaconSubject, _ zone: Zone, minute: Int64) {
            let wall = noon.advanced(by: .seconds(60 * minute))
            let news = BeaconNews(change, of: subject, zone: zone)
            _ = board.take(.beacon(news, at: wall), at: .seconds(60 * minute))
        }
        func person(_ name: String, isHome: Bool) -> BeaconSubject {
            .person(name, phone: PhoneName("\(name)'s iPhone"), isHome: isHome)
        }
        let keys = BeaconSubject.item(BeaconItem("Keys", picture: "🔑"), region: "keys")
        let wallet = BeaconSubject.item(BeaconItem("Wallet", picture: "👛"), region: "wallet")
        take(.near, wallet, .near, minute: 50)
        take(.presence, person("Mara", isHome: true), .near, minute: 51)
        take(.presence, person("Theo", isHome: false), .unknown, minute: 52)
        take(.left, keys, .unknown, minute: 55)
        return board
    }
}
