internal import ANCS
internal import Notices

/// What a display may say of a notice.
struct NoticeWords: Hashable {
    /// No display has room for more of a name or a text.
    static let whoLimit = 256
    static let textLimit = 1_024

    let who: String
    let naming: BoardCall.Naming
    let text: String
    /// The text in fewer words, where it has some.
    let shortText: String?
    /// The app, where it is neither who nor said by the label.
    let app: String?

    init(_ notice: Notice, _ detail: BoardOptions.Detail) {
        let kind = notice.kind
        let call = CallWords(notice)
        shortText = call?.short
        guard detail != .counts else {
            (who, naming, text, app) = (kind.words, .nothing, "", nil)
            return
        }
        let appName = notice.appName?.cleaned() ?? ""
        let title = detail == .full ? notice.title : notice.titleWithoutCode
        let name = title.cleaned()
        let names = [name, appName, notice.appID.cleaned(), kind.words]
        let who = names.first { !$0.isEmpty } ?? ""
        self.who = String(who.prefix(Self.whoLimit))
        let isPlain = Category.saysEnough(of: notice.appID)
        app = appName.isEmpty || appName == who || isPlain ? nil : appName
        naming = !name.isEmpty ? .caller : appName.isEmpty || isPlain ? .nothing : .app
        if let call {
            // The phone's own text says less of what became of it.
            text = call.whole == call.short ? "" : call.whole
        } else if notice.hidden != .nothing || detail == .names {
            text = who != kind.words ? kind.words : ""
        } else {
            let parts = [notice.subtitle, notice.message].map { $0.cleaned() }
            let all = parts.filter { !$0.isEmpty }.joined(separator: " — ")
            text = String(all.prefix(Self.textLimit))
        }
    }
}

extension Category {
    /// What a notice of this kind is called where it may not say more.
    var words: String {
        switch id {
        case .incomingCall: "Incoming call"
        case .missedCall: "Missed call"
        case .voicemail: "Voicemail"
        case .social: "Message"
        case .schedule: "Calendar"
        case .email: "Mail"
        case .news: "News"
        case .healthAndFitness: "Health"
        case .businessAndFinance: "Finance"
        case .location: "Location"
        case .entertainment: "Entertainment"
        case .activeCall: "Call"
        default: "Notification"
        }
    }
}
