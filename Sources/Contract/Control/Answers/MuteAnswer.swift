package import Linux

/// A muted app.
package struct MutedApp: ControlAnswer {
    /// App identifier and name, if known.
    ///
    /// Clients without permission to read get at most the identifier that they sent.
    package var appID: String?
    package var app: String?
    package var since: WallTime?
    package var until: WallTime?
    /// Notifications dropped because of this mute.
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

/// The app that was muted.
package struct MuteAnswer: ControlAnswer {
    /// Reason why the mute could not be saved and will be lost when the bridge stops.
    package var unsaved: String?
    package var mute = MutedApp()
    /// Whether the app has sent anything since the bridge started; nil for clients without permission to read.
    package var isHeard: Bool?
    /// Similar name of a known app.
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

/// The apps that were unmuted.
package struct UnmuteAnswer: ControlAnswer {
    /// Reason why the change could not be saved.
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
