package import ANCS
package import Linux

extension Notice {
    /// The identifier of the app that texts of the host's own come from.
    package static let ownApp = Text("callboard")
    /// What people call that app.
    package static let ownAppName = Text("Callboard")
    /// The most columns of a title that a shown text gets; a text with a longer first line has that of the app.
    static let longestShownTitle = 64

    /// Whether it is a text of the host's own, which somebody had it show, and on no phone.
    package var isShownText: Bool { appID == Self.ownApp }

    /// A text that somebody has the host show: its first line is the title, where that is not too long for one.
    ///
    /// - Parameters:
    ///   - host: what the host is called, which stands in the place of a phone.
    ///   - flags: how urgent it is; that it can be cleared is added.
    package init(
        showing text: String, id: NoticeID, on host: String, flags: EventFlags, at time: WallTime
    ) {
        let (title, message) = Self.parts(ofShown: text)
        self.init(
            id: id, phone: host, category: Category(.other), flags: flags.union(.negativeAction),
            uid: NotificationUID(rawValue: 0), appID: Self.ownApp, appName: Self.ownAppName,
            title: title, message: message, negativeAction: Text("Clear"), received: time)
    }

    /// Title and message of a text, without the white space around them.
    private static func parts(ofShown text: String) -> (title: Text, message: Text) {
        let whole = text.withoutSpaceAround
        let first = whole.prefix { !$0.isNewline }
        guard String(first).cleaned().columns <= longestShownTitle else {
            return (ownAppName, Text(whole))
        }
        let rest = String(whole[first.endIndex...]).withoutSpaceAround
        return (Text(String(first).withoutSpaceAround), Text(rest))
    }
}

extension String {
    /// The string without white space and line breaks at either end.
    package var withoutSpaceAround: String {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
