internal import ANCS
package import Notices

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
    /// Whether who it is, or what it says, is longer than this.
    let isCut: Bool

    init(_ notice: Notice, _ detail: BoardOptions.Detail) {
        let kind = notice.kind
        let call = CallWords(notice)
        shortText = call?.short
        guard detail != .counts else {
            (who, naming, text, app, isCut) = (kind.words, .nothing, "", nil, false)
            return
        }
        let appName = notice.appName?.cleaned() ?? ""
        let title = detail == .full ? notice.title : notice.titleWithoutCode
        let name = title.cleaned()
        let names = [name, appName, notice.appID.cleaned(), kind.words]
        let who = names.first { !$0.isEmpty } ?? ""
        self.who = who.cut(to: Self.whoLimit)
        var isCut = self.who != who
        let isPlain = Category.saysEnough(of: notice.appID)
        app = appName.isEmpty || appName == who || isPlain ? nil : appName
        naming = !name.isEmpty ? .caller : appName.isEmpty || isPlain ? .nothing : .app
        if let call {
            // The phone's own text says less of what became of it.
            text = call.whole == call.short ? "" : call.whole
        } else if notice.hidden != .nothing || detail == .names {
            text = who != kind.words ? kind.words : ""
        } else {
            let all = notice.textOnOneLine
            // The phone was asked for so much of it, and has more.
            let isPart = notice.messageSize.map { $0 > notice.message.bytes.count } ?? false
            text = (isPart && !all.hasSuffix("…") ? all + "…" : all).cut(to: Self.textLimit)
            isCut = isCut || text != all
        }
        self.isCut = isCut
    }
}

extension Notice {
    /// What it says below its title.
    package var textOnOneLine: String {
        [subtitle, message].map { $0.cleaned() }.filter { !$0.isEmpty }.joined(separator: " — ")
    }
}

extension String {
    /// The same with so many characters at most, the last of which shows that there are more.
    package func cut(to limit: Int) -> String {
        guard let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex
        else {
            return self
        }
        return prefix(max(0, limit - 1)) + "…"
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
