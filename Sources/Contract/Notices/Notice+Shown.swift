package import ANCS
package import Linux

extension Notice {
    /// App identifier of the host's own texts.
    package static let ownApp = Text("callboard")
    /// Display name of that app.
    package static let ownAppName = Text("Callboard")
    /// Widest title of a shown text in columns; if the first line is longer, the title is the app's name.
    static let longestShownTitle = 64

    /// Whether this is one of the host's own texts, which is not on any phone.
    package var isShownText: Bool { appID == Self.ownApp }

    /// Creates a notification for a text to show; the first line becomes the title unless it is too long.
    ///
    /// - Parameters:
    ///   - host: name of the host, used in place of a phone.
    ///   - flags: urgency; the flag for clearing is added.
    package init(
        showing text: String, id: NoticeID, on host: String, flags: EventFlags, at time: WallTime
    ) {
        let (title, message) = Self.parts(ofShown: text)
        self.init(
            id: id, phone: host, category: Category(.other), flags: flags.union(.negativeAction),
            uid: NotificationUID(rawValue: 0), appID: Self.ownApp, appName: Self.ownAppName,
            title: title, message: message, negativeAction: Text("Clear"), received: time)
    }

    /// Splits a text into title and message, without surrounding white space.
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
