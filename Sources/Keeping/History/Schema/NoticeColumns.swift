internal import ANCS
internal import Linux
package import Notices

/// Columns of the table `notice`.
enum NoticeColumns {
    /// Column names in the order of reading and writing.
    static let all = [
        "number", "phone", "app", "category", "flags", "uid", "title", "subtitle", "message",
        "message_size", "date", "positive", "negative", "received", "came", "incomplete", "hidden",
        "call_state", "ring_ms", "declined", "detail", "removed_at", "removed_by", "same",
        "talk_ms", "sent",
    ]
    static let list = all.joined(separator: ", ")
    static let insert =
        "INSERT INTO notice (\(list)) VALUES (\(all.map { _ in "?" }.joined(separator: ", ")))"
        + " ON CONFLICT (number) DO NOTHING"
    static let update =
        "UPDATE notice SET (\(list)) = (\(all.map { _ in "?" }.joined(separator: ", ")))"
        + " WHERE number = ?1"
}

/// Row of a notification; phone and app are row numbers.
struct NoticeRow: Sendable {
    /// Row number, equal to the notification's id.
    var number: Int64
    var phone: Int64
    var app: Int64
    var category: Category
    var flags: EventFlags
    var uid: NotificationUID
    var texts: Texts
    var messageSize: Int?
    var date: PhoneDate?
    var positive: Text
    var negative: Text
    var received: WallTime
    /// Time of sending, if the date is plausible.
    var sent: WallTime?
    /// First event of the life cycle.
    var came: NoticeChange
    var isIncomplete: Bool
    var hidden: Notice.Hidden
    var call: Call?
    var detail: StoredDetail
    var removedAt: WallTime?
    var removal: Notice.Removal?
    var same: Int64
}

extension NoticeRow {
    /// Reads the columns of `NoticeColumns.list`.
    init(_ row: Row) {
        number = row.integer(0)
        phone = row.integer(1)
        app = row.integer(2)
        category = Category(CategoryID(rawValue: UInt8(truncatingIfNeeded: row.integer(3))))
        flags = EventFlags(rawValue: UInt8(truncatingIfNeeded: row.integer(4)))
        uid = NotificationUID(rawValue: UInt32(truncatingIfNeeded: row.integer(5)))
        texts = Texts(title: row.text(6), subtitle: row.text(7), message: row.text(8))
        messageSize = row.optionalInteger(9).map { Int($0) }
        date = row.optionalInteger(10).flatMap(PhoneDate.init(number:))
        positive = row.text(11)
        negative = row.text(12)
        received = WallTime(milliseconds: row.integer(13))
        came = row.isNull(14) ? .added : NoticeChange(rawValue: row.string(14)) ?? .added
        isIncomplete = row.integer(15) != 0
        hidden = row.isNull(16) ? .nothing : Notice.Hidden(rawValue: row.string(16)) ?? .all
        call =
            row.isNull(17)
            ? nil
            : Call(
                state: Call.State(rawValue: row.string(17)) ?? .ended,
                ringTime: row.optionalInteger(18).map { .milliseconds($0) },
                talkTime: row.optionalInteger(24).map { .milliseconds($0) },
                isDeclined: row.integer(19) != 0)
        detail = row.isNull(20) ? .full : .meta
        removedAt = row.optionalInteger(21).map(WallTime.init(milliseconds:))
        removal = row.isNull(22) ? nil : Notice.Removal(rawValue: row.string(22))
        same = row.integer(23)
        sent = row.optionalInteger(25).map(WallTime.init(milliseconds:))
    }

    /// Values for the columns of `NoticeColumns.list`.
    var values: [DatabaseValue] {
        [
            .integer(number), .integer(phone), .integer(app),
            DatabaseValue(category.id.rawValue), DatabaseValue(flags.rawValue),
            DatabaseValue(uid.rawValue), DatabaseValue(texts.title),
            DatabaseValue(texts.subtitle), DatabaseValue(texts.message),
            DatabaseValue(messageSize), DatabaseValue(date?.number), DatabaseValue(positive),
            DatabaseValue(negative), .integer(received.milliseconds),
            came == .added ? .null : DatabaseValue(came.rawValue), DatabaseValue(isIncomplete),
            hidden == .nothing ? .null : DatabaseValue(hidden.rawValue),
            call.map { DatabaseValue($0.state.rawValue) } ?? .null,
            DatabaseValue(call?.ringTime?.milliseconds),
            call.map { DatabaseValue($0.isDeclined) } ?? .null,
            detail == .full ? .null : DatabaseValue(detail.rawValue),
            DatabaseValue(removedAt?.milliseconds),
            removal.map { DatabaseValue($0.rawValue) } ?? .null, .integer(same),
            DatabaseValue(call?.talkTime?.milliseconds), DatabaseValue(sent?.milliseconds),
        ]
    }
}

/// Texts of a notification at one time.
package struct Texts: Hashable, Sendable {
    package var title: Text
    package var subtitle: Text
    package var message: Text

    package init(title: Text = .empty, subtitle: Text = .empty, message: Text = .empty) {
        self.title = title
        self.subtitle = subtitle
        self.message = message
    }
}

extension PhoneDate {
    /// Creates a date from the fourteen digits of `number`.
    init?(number: Int64) {
        let digits = String(number)
        guard digits.utf8.count <= 14, number > 0 else { return nil }
        let padded = Array((String(repeating: "0", count: 14 - digits.utf8.count) + digits).utf8)
        self.init(parsing: (padded[..<8] + [UInt8(ascii: "T")] + padded[8...])[...])
    }

    /// Date and time as fourteen digits.
    var number: Int64 {
        let calendar = Int64(year) * 10_000 + Int64(month) * 100 + Int64(day)
        return calendar * 1_000_000 + Int64(hour) * 10_000 + Int64(minute) * 100 + Int64(second)
    }
}
