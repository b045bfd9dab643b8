internal import ANCS
internal import Linux
internal import Notices

/// Life cycle of one simulated notification, before it has an id.
struct Episode {
    /// Step of the life cycle; `time` is in milliseconds since 1970.
    struct Step {
        let time: Int64
        let change: NoticeChange
        var category: CategoryID?
        var message: String?
        var call: Call?
    }

    var phone: Int
    var category: CategoryID
    var app: HouseholdApp
    var title: String
    var subtitle = ""
    var message: String
    var flags: EventFlags = [.negativeAction]
    var positiveAction = ""
    var negativeAction = "Clear"
    /// Date by the phone's clock, in milliseconds since 1970.
    var date: Int64
    /// Steps in order; never empty.
    var steps: [Step]

    /// Time of arrival.
    var start: Int64 { steps.first?.time ?? date }

    /// Moves the steps to another time; the phone's date is unchanged.
    mutating func move(to time: Int64) {
        let distance = time - start
        steps = steps.map {
            Step(
                time: $0.time + distance, change: $0.change, category: $0.category,
                message: $0.message, call: $0.call)
        }
    }

    /// Returns the resulting bridge events.
    func events(id: NoticeID, uid: UInt32) -> [BridgeEvent] {
        var notice = Notice(
            id: id, phone: SamplePresence.phones[phone].name, category: Category(category),
            flags: flags,
            uid: NotificationUID(rawValue: uid), appID: Text(app.id), appName: Text(app.name),
            title: Text(title), subtitle: Text(subtitle), message: Text(message),
            messageSize: message.utf8.count,
            date: PhoneDate(WallTime(milliseconds: date).local),
            positiveAction: Text(positiveAction), negativeAction: Text(negativeAction),
            received: WallTime(milliseconds: start))
        return steps.map { step in
            if let category = step.category { notice.category = Category(category) }
            if let message = step.message {
                notice.message = Text(message)
                notice.messageSize = message.utf8.count
            }
            if let call = step.call { notice.call = call }
            return .notice(step.change, notice, at: WallTime(milliseconds: step.time))
        }
    }
}

extension PhoneDate {
    /// Creates the date as shown by a phone in this host's time zone.
    fileprivate init?(_ local: LocalTime) {
        let date = local.year.padded(to: 4) + local.month.padded(to: 2) + local.day.padded(to: 2)
        let clock =
            local.hour.padded(to: 2) + local.minute.padded(to: 2) + local.second.padded(to: 2)
        self.init(parsing: Array("\(date)T\(clock)".utf8)[...])
    }
}
