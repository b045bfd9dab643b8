import ANCS
import Linux
package import Notices

/// Events of phones that there are not.
package enum SampleNews {
    /// A phone.
    package static let phone = PhoneName("Mara's iPhone", id: PhoneID("5a0c93e1"))

    /// A phone can be used.
    package static func ready(_ phone: PhoneName = phone) -> BridgeEvent {
        .phone(.ready, phone, at: .now)
    }

    /// A notice has come.
    package static func notice(
        _ number: UInt64, _ title: String = "Quince", on phone: PhoneName = phone
    ) -> BridgeEvent {
        .notice(.added, made(number, title, phone), at: .now)
    }

    /// Something becomes of a call.
    package static func call(
        _ number: UInt64, _ change: NoticeChange, _ state: Call.State, on phone: PhoneName = phone
    ) -> BridgeEvent {
        var notice = made(number, "Rhubarb", phone)
        notice.category = Category(.incomingCall)
        notice.flags = [.positiveAction, .negativeAction]
        notice.call = Call(state: state)
        return .notice(change, notice, at: .now)
    }

    private static func made(_ number: UInt64, _ title: String, _ phone: PhoneName) -> Notice {
        var notice = Notice(
            id: NoticeID(rawValue: number), phone: phone.name, category: Category(.social),
            flags: .negativeAction, uid: NotificationUID(rawValue: UInt32(number)),
            appID: Text("com.example"), title: Text(title), received: .now)
        notice.phoneID = phone.id
        return notice
    }
}
