internal import ANCS
internal import Board
internal import Linux
package import Notices

/// Text of a board line for one event, before its layout.
package struct BoardEntry {
    let clock: String
    /// Marker of one column that distinguishes changed, removed and pre-existing notifications from new ones.
    let sign: String
    let label: String
    let labelTone: Tone
    let phone: String
    /// Sender or subject.
    package let who: String
    /// The app, unless the label already implies it.
    var app: String?
    /// Text of one or more lines.
    package let text: String
    /// Whether the text is a word or two from the board itself, for which no second line is begun.
    package let isBrief: Bool
    /// Whether the entry is about a phone, the radio or a beacon; such an entry has no phone column.
    var isAboutPhone = false
    /// Tone of the whole line, if it has one.
    var tone: Tone?

    /// Creates the entry of an event; nil if the board does not show the event.
    package init?(_ event: BridgeEvent) {
        switch event {
        case .notice(let change, let notice, let time): self.init(change, notice, at: time)
        case .phone(let state, let phone, let time): self.init(state, of: phone.name, at: time)
        case .renamed(let phone, let old, let time):
            self.init(phone.name, text: "was \(old.cleaned())", .dim, at: time)
        case .radio(let condition, let words, let time):
            self.init(
                "RADIO", condition == .listening ? .dim : .yellow, who: "Bluetooth",
                text: (words ?? condition.words).cleaned(), at: time)
        case .beacon(let news, let time):
            guard !news.isKept else { return nil }
            self.init(news, at: time)
        case .battery(let level, let phone, let time):
            self.init(phone.name, text: "battery \(level) %", .dim, at: time)
        case .media(let media?, let phone, let time):
            self.init(media, on: phone, at: time)
        case .source, .media, .listed: return nil
        }
    }

    /// Creates the entry of what a phone plays; nil if it does not play, or nothing is known.
    private init?(_ media: PlayedMedia, on phone: PhoneName, at time: WallTime) {
        let captions = media.captions
        guard media.isPlaying, let first = captions.first else { return nil }
        self.init(
            "PLAYS", .dim, who: first, text: captions.dropFirst().joined(separator: " – "),
            phone: phone.name.cleaned(), at: time)
        isAboutPhone = false
    }

    private init(_ news: BeaconNews, at time: WallTime) {
        let name = news.subject.name.cleaned()
        self.init(
            news.label, news.isAlert ? .yellow : news.label == "HOME" ? .green : .dim,
            who: news.picture.map { "\($0.cleaned()) \(name)" } ?? name,
            text: news.text.cleaned() + (news.isReminder ? " (again)" : ""),
            isBrief: news.change != .left, at: time)
    }

    private init(_ state: PhoneState, of name: String, at time: WallTime) {
        let tone: Tone = state == .notShared || state == .notSecure ? .yellow : .dim
        self.init(name, text: state.words, tone, at: time)
    }

    private init(_ name: String, text: String, _ tone: Tone, at time: WallTime) {
        let phone = name.cleaned()
        self.init(
            "PHONE", tone, who: phone.isEmpty ? "(no name)" : phone, text: text, phone: phone,
            at: time)
    }

    private init(
        _ label: String, _ labelTone: Tone, who: String, text: String, phone: String = "",
        isBrief: Bool = false, at time: WallTime
    ) {
        (clock, sign, isAboutPhone) = (time.local.clock, " ", true)
        (self.label, self.labelTone, self.phone) = (label, labelTone, phone)
        (self.who, self.text, self.isBrief) = (who, text, isBrief)
    }

    private init(_ change: NoticeChange, _ notice: Notice, at time: WallTime) {
        self.init(
            notice, clock: Self.clock(of: notice, at: change, time),
            sign: Self.sign(of: notice, at: change), text: Self.text(of: notice, at: change),
            isBrief: change != .added && change != .modified || notice.call != nil)
        if notice.call?.state == .ringing, change != .forgotten { tone = .boldGreen }
        if change == .removed || change == .forgotten { tone = .dim }
    }

    /// Creates the entry of a past notification, with its time and outcome.
    ///
    /// - Parameter today: any time of the current day, for which the day is omitted; nil to always omit the day.
    init(past notice: Notice, at time: WallTime, asOf today: WallTime? = nil) {
        let call = CallWords(notice)?.whole
        self.init(
            notice, clock: Self.clock(at: time, asOf: today ?? time),
            sign: Self.sign(of: notice, at: .added),
            text: call ?? Self.text(of: notice, at: .added), isBrief: call != nil)
    }

    private init(_ notice: Notice, clock: String, sign: String, text: String, isBrief: Bool) {
        (self.clock, self.sign, self.text, self.isBrief) = (clock, sign, text, isBrief)
        label = notice.label
        labelTone = Tone(NoticeStyle(notice.shownKind))
        // The host's own texts need no phone name.
        phone = notice.isShownText ? "" : notice.phone.cleaned()
        let title = notice.title.cleaned()
        let appName = notice.appName?.cleaned() ?? ""
        let names = [title, appName, notice.appID.cleaned(), "(no title)"]
        who = names.first { !$0.isEmpty } ?? ""
        if appName != who, !appName.isEmpty, !Category.saysEnough(of: notice.appID) {
            app = appName
        }
    }

    private static func sign(of notice: Notice, at change: NoticeChange) -> String {
        switch change {
        case .added: notice.isPreExisting ? "·" : " "
        case .modified: "~"
        case .removed: "-"
        case .ringing, .answered, .ended, .missed, .forgotten: " "
        }
    }

    private static let clockWidth = 8

    /// Returns the time column: for a pre-existing notification the time on the phone, and the day if it is not today.
    private static func clock(
        of notice: Notice, at change: NoticeChange, _ time: WallTime
    ) -> String {
        guard let sent = BridgeEvent.notice(change, notice, at: time).timeOnPhone else {
            return time.local.clock
        }
        return clock(at: sent, asOf: time)
    }

    /// Returns the time, or the day if it is not today, padded to the same width.
    private static func clock(at time: WallTime, asOf today: WallTime) -> String {
        let moment = RowMoment(time, asOf: today)
        guard moment.day != nil else { return time.local.clock }
        return moment.words(columns: clockWidth).padded(to: clockWidth)
    }

    private static func text(of notice: Notice, at change: NoticeChange) -> String {
        let call = CallWords(notice)?.whole
        switch change {
        case .removed: return "removed"
        case .forgotten: return "no longer followed: too many at once"
        // The answer was already shown, and the length of the conversation is unknown.
        case .ended where notice.callOutcome == .answered && notice.call?.talkTime == nil:
            return "ended"
        case .ringing, .answered, .ended, .missed: return call ?? change.rawValue
        case .modified where call != nil: return call ?? ""
        case .added, .modified:
            if notice.hidden != .nothing { return "(hidden)" }
            return notice.textOnOneLine
        }
    }
}
