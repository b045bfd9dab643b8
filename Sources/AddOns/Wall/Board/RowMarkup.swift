import Board
import JSON
import Linux
import Notices

/// HTML of a row of the board, or of a search result.
struct RowMarkup {
    /// Characters shown in a closed row.
    private static let textLimit = 600
    private static let whoLimit = 160
    private static let appLimit = 80

    private let id: String
    private let look: NoticeStyle
    private let label: String
    /// Timestamp in RFC 3339 format.
    private let time: String
    /// The day; nil for today.
    private let day: String?
    /// Sender or title.
    private var who: String
    private var text: String
    /// Whether the full text is longer.
    private var isCut = false
    /// Note on the length of the text, if the phone has more of it; otherwise nil.
    private var length: String?
    private let app: String?
    private let phone: String?
    private let place: String?
    private let isMissed: Bool
    /// Whether it is no longer on the phone; nil if that is unknown.
    private let isGone: Bool?
    private let count: Int

    init(_ shown: WallPicture.Row) {
        let row = shown.row
        (id, look, label) = (row.id.description, row.look, row.label)
        (time, day) = (row.time.timestamp, shown.day)
        (who, text, isCut) = (row.who, row.text, row.isCut)
        (app, phone, place) = (row.app, row.phone, shown.place)
        (isMissed, isGone, count) = (row.isMissed, row.isGone, row.count)
    }

    /// - Parameter hit: JSON of a notification from the history.
    init(hit: JSONValue, at now: WallTime) {
        func word(_ name: String) -> String? { hit.text(name).flatMap { $0.isEmpty ? nil : $0 } }
        let received = word("received")
        id = "\(word("id") ?? "") \(received ?? "")"
        time = word("sent") ?? received ?? word("at") ?? ""
        day = Self.day(time, asOf: LocalDay(now))
        label = (word("label") ?? "").shortened(to: 24)
        let category = word("category")
        look = category.flatMap { Category(named: $0) }.map { NoticeStyle($0) } ?? .plain
        isMissed = look == .missed
        who = word("title") ?? ""
        let (message, size) = (word("message") ?? "", hit.number("message_size") ?? 0)
        let isPart = size > message.utf8.count
        text =
            [word("subtitle"), word("message")].compactMap(\.self).joined(separator: "\n")
            + (isPart ? "…" : "")
        length =
            isPart
            ? "\(message.utf8.count) of \(size) bytes; the phone was asked for no more" : nil
        app = word("app")
        place = word("site").map { "\($0)/\(word("bridge") ?? "") \(word("phone") ?? "")" }
        phone = place ?? word("phone")
        (isGone, count) = (nil, 1)
    }

    /// Replaces the texts by the full ones of the notification.
    mutating func take(_ page: NoticeReading) {
        let whole = page.lines.joined(separator: "\n")
        if !page.title.isEmpty { who = page.title }
        if !whole.isEmpty { text = whole }
        length = page.facts.first { $0.name == "length" }?.value
        if length != nil, !text.hasSuffix("…") { text += "…" }
        isCut = false
    }

    /// The day of a timestamp in its own time zone; nil if it is today.
    private static func day(_ time: String, asOf today: LocalDay) -> String? {
        let numbers = time.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        let day = LocalDay(year: numbers[0], month: numbers[1], day: numbers[2])
        guard day != today else { return nil }
        return day.dayAndMonth + (day.date.year == today.date.year ? "" : " \(day.date.year)")
    }

    /// Replaces the notifications in the bridge's answer by HTML rows; returns an invalid answer unchanged.
    static func rows(of answer: [UInt8], at now: WallTime) -> [UInt8] {
        guard let answer = try? JSONValue(parsing: answer) else { return answer }
        return JSONWriter.line { writer in
            let hits = answer.list("notices")
            writer.values("rows", hits.map { RowMarkup(hit: $0, at: now).markup })
            for name in ["next", "meant"] {
                if let value = answer.text(name) { writer.member(name, value) }
            }
        }
    }

    var markup: String {
        let state = isGone == true ? " (no longer on the phone)" : ""
        let clock = String(time.dropFirst(11).prefix(5))
        let facts = [
            ("App", app), ("Time", "\(time.prefix(10)) \(clock)"), ("Phone", phone),
            ("Notifications", count > 1 ? "\(count); this is the newest" : nil), ("Length", length),
            ("State", isGone.map { $0 ? "no longer on the phone" : "on the phone" }),
        ]
        return """
            <li class="row\(isGone == true ? " gone" : "")\(isMissed ? " missed" : "")" \
            data-id="\(Markup.escaped(id))" data-look="\(look.rawValue)"\(isCut ? " data-cut" : "")>\
            <details><summary><span class="line">\
            <time class="when" datetime="\(Markup.escaped(time))"><span class="day-name">\(day ?? "")</span> \
            <span class="hour">\(Markup.escaped(clock))</span></time> \
            <span class="label">\(Markup.escaped(label))</span> \
            <span class="who"><bdi>\(Self.folded(who, Self.whoLimit))</bdi> \
            <span class="times">\(count > 1 ? "×\(count)" : "")</span></span> \
            <span class="app" dir="auto">\(Markup.escaped((place ?? app ?? "").shortened(to: Self.appLimit)))</span> \
            <span class="text" dir="auto">\(Self.folded(text, Self.textLimit))</span>\
            <span class="state hidden">\(state)</span></span></summary><div class="more"><dl>\
            \(facts.map(Self.fact).joined())</dl></div></details></li>
            """
    }

    private static func fact(_ name: String, _ value: String?) -> String {
        guard let value, !value.isEmpty else { return "" }
        return "<dt>\(name)</dt><dd dir=\"auto\">\(Markup.escaped(value))</dd>"
    }

    /// HTML of a text, of which only `limit` scalars are visible while the row is closed.
    private static func folded(_ text: String, _ limit: Int) -> String {
        let scalars = text.unicodeScalars
        guard
            let end = scalars.index(
                scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return Markup.escaped(text) }
        return Markup.escaped(String(scalars[..<end]))
            + "<span class=\"dots\">…</span><span class=\"rest\">\(Markup.escaped(String(scalars[end...])))</span>"
    }
}
