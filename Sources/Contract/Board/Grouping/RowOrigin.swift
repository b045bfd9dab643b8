internal import ANCS
package import Notices

/// Where the notice of a row came from, by which rows are folded together.
package struct RowOrigin: Hashable, Sendable {
    /// What kind of thing it is, as far as folding is concerned.
    package enum Kind: Hashable, Sendable {
        /// A call nobody took.
        case missed
        case voicemail
        case other
    }

    /// What people call the phone.
    package let phone: String
    /// The app's identifier.
    package let appID: String
    /// What people call the app.
    package let app: String
    /// What kind of thing it is, which is never folded into another kind.
    package let kind: Kind

    /// Where something came from.
    package init(phone: String, appID: String, app: String, kind: Kind = .other) {
        self.phone = phone
        self.appID = appID
        self.app = app
        self.kind = kind
    }

    /// Where a notice came from.
    package init(_ notice: Notice) {
        let appID = notice.appID.cleaned()
        let name = notice.appName?.cleaned() ?? ""
        self.init(
            phone: notice.phone, appID: appID,
            app: (name.isEmpty ? appID : name).cut(to: NoticeWords.whoLimit),
            kind: notice.call?.state == .missed
                ? .missed : notice.category.id == .voicemail ? .voicemail : .other)
    }
}
