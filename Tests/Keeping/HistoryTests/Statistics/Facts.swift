import ANCS
import Linux
import Notices
import Support

@testable import History

/// Rows for tests.
enum Facts {
    static let start = LocalDay(year: 2026, month: 3, day: 2).moment(secondOfDay: 36_000)

    static func message(at time: WallTime) -> NoticeFact {
        NoticeFact(
            time: time, phone: "Mara's iPhone", category: Category(.social),
            appID: Text("com.apple.MobileSMS"), appName: Text("Messages"), title: Text("Zoë"))
    }

    static func call(
        from title: Text, at time: WallTime, _ state: Call.State = .missed,
        ringTime: Duration? = nil
    ) -> NoticeFact {
        let category: CategoryID =
            switch state {
            case .missed: .missedCall
            case .answered: .activeCall
            case .ringing, .ended: .incomingCall
            }
        return NoticeFact(
            time: time, phone: "Mara's iPhone", category: Category(category),
            appID: Text("com.apple.mobilephone"), appName: Text("Phone"), title: title,
            call: Call(state: state, ringTime: ringTime))
    }

    /// A row of anything.
    static func random(
        within span: ClosedRange<Int64>, _ random: inout RepeatableRandom
    ) -> NoticeFact {
        let time = WallTime(milliseconds: Int64.random(in: span, using: &random))
        let name = Text("\(Int.random(in: 0..<12, using: &random))")
        var fact = message(at: time)
        if Bool.random(using: &random) {
            let states: [Call.State] = [.ringing, .answered, .ended, .missed]
            let ring = Duration.milliseconds(Int.random(in: 0...110_000, using: &random))
            fact = call(
                from: name, at: time, states.randomElement(using: &random) ?? .missed,
                ringTime: Bool.random(using: &random) ? ring : nil)
        } else {
            fact.category = Category(
                CategoryID(rawValue: [0, 3, 4, 5, 6, 200].randomElement(using: &random) ?? 0))
        }
        fact.phone = Bool.random(using: &random) ? "Mara's iPhone" : "Jonas' iPhone"
        fact.appID = Text("app.\(Int.random(in: 0..<8, using: &random))")
        return fact
    }
}
