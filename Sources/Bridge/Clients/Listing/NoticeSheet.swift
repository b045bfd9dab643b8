import Board
import Formats
import HistoryCommands
import Linux
import Notices

/// Page with all known details of one notification, untruncated.
struct NoticeSheet {
    private let notice: Notice
    private let change: NoticeChange
    private let time: WallTime
    private let isThere: Bool

    /// - Parameters:
    ///   - change: the last event of the notification.
    ///   - isThere: whether the running bridge has it, so that actions are possible.
    init(_ notice: Notice, _ change: NoticeChange, at time: WallTime, isThere: Bool) {
        (self.notice, self.change, self.time, self.isThere) = (notice, change, time, isThere)
    }

    var text: String {
        let width = (rows.map(\.name.count).max() ?? 0) + 2
        return rows.map { name, text in
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return lines.enumerated().map { index, line in
                let start = index == 0 ? name : ""
                if line.isEmpty, index > 0 { return "\n" }
                return start.padded(to: width) + line + "\n"
            }.joined()
        }.joined()
    }

    private var rows: [(name: String, text: String)] {
        let rows: [(String, String?)] = [
            ("Kind", notice.label + " (" + notice.kind.name + ")"),
            ("Title", words(notice.title)), ("Subtitle", words(notice.subtitle)),
            ("Message", message), ("App", app),
            (notice.isShownText ? "Host" : "Phone", notice.phone.cleaned()),
            (notice.sent == nil ? "Date" : "Sent", date),
            ("Came", day(notice.received)), ("State", state), ("Hidden", hidden),
            (
                "Flags",
                notice.flagNames.isEmpty
                    ? nil : notice.flagNames.joined(separator: ", ")
            ),
            ("Name", notice.id.description), ("To do", isThere ? acts : nil),
        ]
        return rows.compactMap { name, text in text.map { (name, $0) } }
    }

    private func words(_ text: Text) -> String? {
        let words = text.cleaned(lineBreaks: .becomeLineFeeds)
        return words.isEmpty ? nil : words
    }

    private var message: String? {
        guard let words = words(notice.message) else { return nil }
        let length = notice.message.bytes.count
        guard let size = notice.messageSize, size > length else { return words }
        return words + "\n(the phone sent \(length) of \(size) bytes)"
    }

    /// The sent time, otherwise the date reported by the phone.
    private var date: String? {
        let moment = notice.sent.map { day($0) } ?? notice.date?.timestamp
        return moment.map { "\($0) by the phone's clock" }
    }

    private var app: String {
        let identifier = notice.appID.cleaned()
        guard let name = notice.appName?.cleaned(), !name.isEmpty else { return identifier }
        return identifier.isEmpty ? name : "\(name) (\(identifier))"
    }

    private var state: String {
        if let call = CallWords(notice) { return call.whole }
        guard let removal = notice.removal else {
            let place = notice.isShownText ? "shown for some time" : "on the phone"
            return isThere ? place : "\(change.rawValue), \(day(time))"
        }
        let who =
            switch removal {
            case .phone: "on the phone"
            case .user: "from here"
            case .away: "while the phone was away"
            }
        return "removed \(who), \(day(time))"
    }

    private var hidden: String? {
        switch notice.hidden {
        case .nothing: notice.isIncomplete ? "the phone did not send everything" : nil
        case .text: "a rule hides the text"
        case .all: "a rule hides all but the app and the kind"
        }
    }

    private var acts: String {
        let wanted = NoticeAction.allCases.filter { $0.isOffered(by: notice) }
        if wanted.isEmpty { return "the phone offers nothing" }
        return wanted.map { act in
            let label = act == .answer ? notice.positiveAction : notice.negativeAction
            let words = label.cleaned()
            let isOnPhone = !words.isEmpty && !notice.isShownText
            let phones = isOnPhone ? "    # on the phone: \(words)" : ""
            return "callboard \(act.rawValue) \(notice.id)\(phones)"
        }.joined(separator: "\n")
    }

    private func day(_ moment: WallTime) -> String {
        let day = LocalCalendar.ofMachine.day(of: moment)
        return "\(day.words), \(moment.local.clock)"
    }
}
