package import Linux

/// An app that is muted.
package struct MutedApp: ControlAnswer {
    /// The identifier, and the name where it is known; nil for a client that may know neither.
    package var appID: String?
    package var app: String?
    package var since: WallTime?
    package var until: WallTime?
    /// Notifications that were left out for it.
    package var count: Int?

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try visitMute(&fields)
        try fields.optional("count", &count, .number)
    }

    fileprivate mutating func visitMute<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.optional("app_id", &appID, .text)
        try fields.optional("app", &app, .text)
        try fields.optional("since", &since, .moment)
        try fields.optional("until", &until, .moment)
    }
}

/// The app that is muted now.
package struct MuteAnswer: ControlAnswer {
    /// Why the bridge could not write it down, so that it holds only until the bridge ends.
    package var unsaved: String?
    package var mute = MutedApp()
    /// Whether the app has sent something since the bridge began; nil for a client that may not know.
    package var isHeard: Bool?
    /// The name of an app that may have been meant.
    package var near: String?

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.optional("unsaved", &unsaved, .text)
        try mute.visitMute(&fields)
        try fields.optional("heard", &isHeard, .truth)
        try fields.optional("near", &near, .text)
    }
}

/// The apps that are shown again.
package struct UnmuteAnswer: ControlAnswer {
    /// Why the bridge could not write it down.
    package var unsaved: String?
    package var unmuted: [MutedApp] = []

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.optional("unsaved", &unsaved, .text)
        try fields.required("unmuted", &unmuted, .objects())
    }
}
