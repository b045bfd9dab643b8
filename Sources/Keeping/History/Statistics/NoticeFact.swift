package import Linux
package import Notices

/// The fields of a stored notification that the statistics use.
package struct NoticeFact: Hashable, Sendable {
    /// Time of sending or of arrival.
    package var time: WallTime
    /// Name of the phone.
    package var phone: String
    package var category: Category
    /// Bundle identifier; apps are distinguished by its exact bytes.
    package var appID: Text
    /// Display name of the app, if known.
    package var appName: Text?
    /// Title; callers are distinguished by its exact bytes.
    ///
    /// Required only for calls.
    package var title: Text
    /// State of the call, if the notification is about one.
    package var call: Call?

    /// Creates the fields; `title` is required only for calls.
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

    /// Copies the fields of a notification.
    package init(_ notice: Notice) {
        self.init(
            time: notice.time, phone: notice.phone, category: notice.category,
            appID: notice.appID, appName: notice.appName, title: notice.title, call: notice.call)
    }
}

/// Period in which a phone was connected.
package struct LinkSpan: Hashable, Sendable {
    /// Name of the phone.
    package var phone: String
    package var began: WallTime
    package var ended: WallTime

    package init(phone: String, began: WallTime, ended: WallTime) {
        self.phone = phone
        self.began = began
        self.ended = ended
    }
}
