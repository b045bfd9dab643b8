internal import ANCS
package import Notices

/// Origin of a row's notification, used to group rows.
package struct RowOrigin: Hashable, Sendable {
    /// Kind of notification for the purpose of grouping.
    package enum Kind: Hashable, Sendable {
        case missed
        case voicemail
        case other
    }

    /// Display name of the phone.
    package let phone: String
    package let appID: String
    /// Display name of the app.
    package let app: String
    /// Kind; rows of different kinds are never grouped.
    package let kind: Kind

    package init(phone: String, appID: String, app: String, kind: Kind = .other) {
        self.phone = phone
        self.appID = appID
        self.app = app
        self.kind = kind
    }

    /// Creates the origin of a notification.
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
