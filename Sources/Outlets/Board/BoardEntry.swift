internal import ANCS
internal import Linux
internal import Notices

/// What the board says about one event, in words, before it is laid out.
struct BoardEntry {
    let clock: String
    /// One column: how a thing that did not just come is told from one that did.
    let sign: String
    let label: String
    let labelTone: Tone
    let phone: String
    let who: String
    /// The app, where the label does not say it already.
    var app: String?
    let text: String
    /// Whether the text is a word or two of the board's own, for which no second line is begun.
    let isBrief: Bool
    /// Whether it is about a phone itself.
    var isAboutPhone = false
    /// The tone of the whole line, where it has one.
    var tone: Tone?

    init?(_ event: BoardEvent) {
        switch event {
        case .notice(let change, let notice, let time): self.init(change, notice, at: time)
        case .phone(let state, let name, let time): self.init(state, of: name, at: time)
        case .radio(let condition, let words, let time):
            self.init(condition, words ?? condition.words, at: time)
        case .source, .listed: return nil
        }
    }

    private init(_ condition: RadioCondition, _ words: String, at time: WallTime) {
        clock = time.local.clock
        sign = " "
        label = "RADIO"
        labelTone = condition == .listening ? .dim : .yellow
        phone = ""
        who = "Bluetooth"
        text = words.cleaned()
        isBrief = false
        isAboutPhone = true
    }

    private init(_ state: PhoneState, of name: String, at time: WallTime) {
        clock = time.local.clock
        sign = " "
        label = "PHONE"
        labelTone = state == .notShared || state == .notSecure ? .yellow : .dim
        phone = name.cleaned()
        who = phone.isEmpty ? "(no name)" : phone
        text = state.words
        isBrief = false
        isAboutPhone = true
    }

    private init(_ change: NoticeChange, _ notice: Notice, at time: WallTime) {
        clock = time.local.clock
        label = notice.label(at: change)
        labelTone = .ofLabel(label)
        phone = notice.phone.cleaned()
        let title = notice.title.cleaned()
        let appName = notice.appName?.cleaned() ?? ""
        let names = [title, appName, notice.appID.cleaned(), "(no title)"]
        who = names.first { !$0.isEmpty } ?? ""
        if appName != who, !appName.isEmpty, !Self.plainApps.contains(notice.appID.string) {
            app = appName
        }
        sign =
            switch change {
            case .added: notice.flags.contains(.preExisting) ? "·" : " "
            case .modified: "~"
            case .removed: "-"
            case .ringing, .answered, .ended, .missed, .forgotten: " "
            }
        text = Self.text(of: notice, at: change)
        let isRinging = notice.call?.state == .ringing && change != .forgotten
        isBrief = isRinging || change != .added && change != .modified
        if isRinging { tone = .boldGreen }
        if change == .removed || change == .forgotten { tone = .dim }
    }

    /// The phone's own apps, whose kind says enough.
    private static let plainApps: Set<String> = [
        "com.apple.mobilephone", "com.apple.mobilemail", "com.apple.mobilecal", "com.apple.news",
    ]

    private static func text(of notice: Notice, at change: NoticeChange) -> String {
        let ringTime = notice.call?.ringTime.map(words)
        switch change {
        case .removed: return "removed"
        case .forgotten: return "not followed any more: too many at once"
        case .ringing: return "ringing"
        case .modified where notice.call?.state == .ringing: return "ringing"
        case .answered: return ringTime.map { "answered after \($0)" } ?? "answered"
        case .ended where notice.category.id == .activeCall: return "ended"
        case .ended:
            let word = notice.call?.isDeclined == true ? "declined" : "ended"
            return ringTime.map { "\(word), rang \($0)" } ?? word
        case .missed: return ringTime.map { "missed after \($0)" } ?? "missed"
        case .added, .modified:
            if notice.hidden != .nothing { return "(hidden)" }
            return [notice.subtitle, notice.message].map { $0.cleaned() }
                .filter { !$0.isEmpty }.joined(separator: " — ")
        }
    }

    private static func words(for time: Duration) -> String {
        let seconds = max(time, .zero).components.seconds
        return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    }
}
