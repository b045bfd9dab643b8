internal import ANCS
package import Linux
package import Notices

/// A notification in full, with its texts and properties, for reading.
package struct NoticeReading: Hashable, Sendable {
    /// A named property of a notification.
    package struct Fact: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    /// Sender or subject.
    package let title: String
    /// Lines of text; an empty line separates paragraphs.
    package let lines: [String]
    /// Properties in reading order.
    package let facts: [Fact]

    /// Creates the page of a notification at a level of detail.
    ///
    /// - Parameter isGone: whether the notification is no longer on the phone.
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

    /// Creates the page of a notification of which only the row is known.
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

    /// Title and text, for copying.
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
        // A date other than the time sent: that of a calendar entry, or of a wrong clock.
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
        return notice.hidden == .nothing ? state : state + "; text hidden by a rule"
    }

    /// Labels of the actions that the phone offers.
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

    /// How much of the message was not requested, in words; nil if the message is complete.
    private static func missing(of notice: Notice) -> String? {
        let count = notice.message.bytes.count
        guard let size = notice.messageSize, size > count else { return nil }
        return "\(count) of \(size) bytes; text-length under [radio] sets how many are requested"
    }
}

extension LocalTime {
    /// Date and time to the second.
    package var dateAndClock: String { moment(year, month, day, hour, minute, second) }

    package var date: String { String(dateAndClock.prefix(10)) }

    /// Date and time to the minute.
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
