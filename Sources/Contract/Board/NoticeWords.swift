internal import ANCS
package import Notices

/// Texts of a notification that a display may show.
struct NoticeWords: Hashable {
    /// Upper limit of a name in characters; no display has room for more.
    static let whoLimit = 256
    static let textLimit = 1_024

    let who: String
    let naming: BoardCall.Naming
    let text: String
    /// Shorter form of the text, if there is one.
    let shortText: String?
    /// The app, unless `who` or the label already implies it.
    let app: String?
    /// Whether the sender or the text was shortened.
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
            // The phone's own text does not include the outcome.
            text = call.whole == call.short ? "" : call.whole
        } else if notice.hidden != .nothing || detail == .names {
            text = who != kind.words ? kind.words : ""
        } else {
            let all = notice.textOnOneLine
            // The phone was asked for this many bytes only and has more.
            let isPart = notice.messageSize.map { $0 > notice.message.bytes.count } ?? false
            text = (isPart && !all.hasSuffix("…") ? all + "…" : all).cut(to: Self.textLimit)
            isCut = isCut || text != all
        }
        self.isCut = isCut
    }
}

extension Notice {
    /// Subtitle and message on one line.
    package var textOnOneLine: String {
        [subtitle, message].map { $0.cleaned() }.filter { !$0.isEmpty }.joined(separator: " — ")
    }
}

extension String {
    /// Returns at most `limit` characters; a shortened text ends in an ellipsis.
    package func cut(to limit: Int) -> String {
        guard let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex
        else {
            return self
        }
        return prefix(max(0, limit - 1)) + "…"
    }
}

extension Category {
    /// Generic name of the category, for notifications whose text is hidden.
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
