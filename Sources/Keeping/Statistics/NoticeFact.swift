package import Linux
package import Notices

/// What the statistics take of one notice that was kept.
package struct NoticeFact: Hashable, Sendable {
    /// When it was sent or came.
    package var time: WallTime
    /// What people call the phone it came from.
    package var phone: String
    /// What kind of thing it is.
    package var category: Category
    /// The bundle identifier of the app, whose exact bytes tell apps apart.
    package var appID: Text
    /// What the app is called, where the phone told.
    package var appName: Text?
    /// The title, whose exact bytes tell callers apart; only calls need one.
    package var title: Text
    /// How the call went, where this is one.
    package var call: Call?

    /// What the statistics take; only calls need a title.
    package init(
        time: WallTime, phone: String, category: Category, appID: Text, appName: Text? = nil,
        title: Text = .empty, call: Call? = nil
    ) {
        self.time = time
        self.phone = phone
        self.category = category
        self.appID = appID
        self.appName = appName
        self.title = title
        self.call = call
    }

    /// What the statistics take of a notice.
    package init(_ notice: Notice) {
        self.init(
            time: notice.time, phone: notice.phone, category: notice.category,
            appID: notice.appID, appName: notice.appName, title: notice.title, call: notice.call)
    }
}

/// A time during which a phone was connected.
package struct LinkSpan: Hashable, Sendable {
    /// What people call the phone.
    package var phone: String
    /// When it came.
    package var began: WallTime
    /// When it went.
    package var ended: WallTime

    /// The time between two moments.
    package init(phone: String, began: WallTime, ended: WallTime) {
        self.phone = phone
        self.began = began
        self.ended = ended
    }
}
