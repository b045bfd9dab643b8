internal import ANCS
package import Linux
package import Notices

/// A notice for somebody who wants to read all of it: its words whole, and what else is known of it.
package struct NoticeReading: Hashable, Sendable {
    /// Something that is known of a notice, and what that is called.
    package struct Fact: Hashable, Sendable {
        /// What it is called.
        package let name: String
        /// What is known, in words.
        package let value: String
    }

    /// Who, or what it is about.
    package let title: String
    /// What it says, line by line; an empty line stands between two paragraphs.
    package let lines: [String]
    /// What else is known of it, in the order in which it is read.
    package let facts: [Fact]

    /// The page of a notice, with as much of it as may be shown.
    ///
    /// - Parameter isGone: whether it is no longer on the phone.
    package init(_ notice: Notice, _ detail: BoardOptions.Detail, isGone: Bool) {
        let isGone = isGone || notice.isOverCall
        let words = NoticeWords(notice, detail)
        let whole = notice.title.cleaned()
        title = detail == .counts || whole.isEmpty ? words.who : whole
        let isWhole = detail == .full && notice.hidden == .nothing
        lines = isWhole ? Self.lines(of: notice) : []
        var facts = [Fact(name: "kind", value: Self.kind(of: notice))]
        if detail != .counts {
            facts.append(Fact(name: "app", value: Self.app(of: notice)))
        }
        facts += Self.times(of: notice)
        let phone = Text(notice.phone).cleaned()
        facts.append(Fact(name: notice.isShownText ? "host" : "phone", value: phone))
        facts.append(Fact(name: "state", value: Self.state(of: notice, isGone: isGone)))
        let actions = Self.actions(of: notice)
        if !isGone, !actions.isEmpty {
            facts.append(Fact(name: "offers", value: actions.joined(separator: ", ")))
        }
        if let missing = Self.missing(of: notice), isWhole {
            facts.append(Fact(name: "length", value: missing))
        }
        facts.append(Fact(name: "id", value: notice.id.description))
        self.facts = facts
    }

    /// The page of a notice of which no more is known than its row.
    package init(_ row: BoardRow) {
        title = row.who
        lines = row.text.isEmpty ? [] : [row.text]
        facts = [
            Fact(name: "kind", value: row.label),
            Fact(name: "when", value: row.time.local.dateAndClock),
            Fact(name: "state", value: row.isGone ? "no longer on the phone" : "on the phone"),
            Fact(name: "id", value: row.id.description),
        ]
    }

    /// Title and words, for whoever takes them elsewhere.
    package var text: String {
        ([title] + lines).joined(separator: "\n")
    }

    /// Subtitle and message with their line breaks, without empty lines at either end.
    private static func lines(of notice: Notice) -> [String] {
        let parts = [notice.subtitle, notice.message].map { part -> [String] in
            let lines = part.cleaned(lineBreaks: .becomeLineFeeds)
                .split(separator: "\n", omittingEmptySubsequences: false)
            let isText = { (line: Substring) in line.contains { $0 != " " } }
            guard let first = lines.firstIndex(where: isText),
                let last = lines.lastIndex(where: isText)
            else { return [] }
            return lines[first...last].map { isText($0) ? String($0) : "" }
        }
        return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    private static func kind(of notice: Notice) -> String {
        let flags: [(EventFlags, String)] = [(.important, "important"), (.silent, "silent")]
        return ([notice.kind.words] + flags.compactMap { notice.flags.contains($0) ? $1 : nil })
            .joined(separator: ", ")
    }

    private static func app(of notice: Notice) -> String {
        let (name, id) = (notice.appName?.cleaned() ?? "", notice.appID.cleaned())
        return name.isEmpty || name == id ? id : "\(name) (\(id))"
    }

    private static func times(of notice: Notice) -> [Fact] {
        let sent = notice.sent.map {
            Fact(name: "sent", value: "\($0.local.dateAndClock), by the phone's clock")
        }
        // A date that does not say when it was sent: that of a calendar entry, or of a clock that is wrong.
        let date = notice.date.map {
            Fact(name: "date", value: "\($0.dateAndClock), by the phone's clock")
        }
        return [sent ?? date, Fact(name: "received", value: notice.received.local.dateAndClock)]
            .compactMap(\.self)
    }

    private static func state(of notice: Notice, isGone: Bool) -> String {
        let place =
            switch (isGone, notice.removal) {
            case (_, _) where notice.isShownText: isGone ? "no longer shown" : "shown by this host"
            case (false, _): "on the phone"
            case (true, .user): "cleared from here"
            case (true, _): "no longer on the phone"
            }
        let call = CallWords(notice)?.whole
        let state = [call, notice.isOverCall ? nil : place].compactMap(\.self)
            .joined(separator: ", ")
        return notice.hidden == .nothing ? state : state + "; a rule hides what it says"
    }

    /// What the phone calls that which may be done about it.
    private static func actions(of notice: Notice) -> [String] {
        let actions: [(EventFlags, Text, String)] = [
            (.positiveAction, notice.positiveAction, "Open"),
            (.negativeAction, notice.negativeAction, "Clear"),
        ]
        return actions.compactMap { flag, label, usual in
            guard notice.flags.contains(flag) else { return nil }
            let label = label.cleaned()
            return label.isEmpty ? usual : label
        }
    }

    /// How much of the message was not asked for, in words; nil where all of it is here.
    private static func missing(of notice: Notice) -> String? {
        let count = notice.message.bytes.count
        guard let size = notice.messageSize, size > count else { return nil }
        return "\(count) of \(size) bytes; text-length says how many the phone is asked for"
    }
}

extension LocalTime {
    /// The day and the time of day to the second.
    package var dateAndClock: String { moment(year, month, day, hour, minute, second) }

    /// The day.
    package var date: String { String(dateAndClock.prefix(10)) }

    /// The day, and the time of day to the minute.
    package var dateAndMinute: String { String(dateAndClock.prefix(16)) }
}

extension PhoneDate {
    fileprivate var dateAndClock: String { moment(year, month, day, hour, minute, second) }
}

private func moment(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int
) -> String {
    String(
        numbers: [
            (year, 4, "-"), (month, 2, "-"), (day, 2, " "), (hour, 2, ":"), (minute, 2, ":"),
            (second, 2, nil),
        ])
}
