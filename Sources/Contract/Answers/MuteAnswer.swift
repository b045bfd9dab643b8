package import Linux

/// An app that is muted.
package struct MutedApp: ControlAnswer {
    /// The identifier, and the name where it is known.
    package var appID = ""
    package var app: String?
    package var since: WallTime?
    package var until: WallTime?
    /// Notifications that were left out for it.
    package var count = 0

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try visitMute(&fields)
        try fields.required("count", &count, .number)
    }

    fileprivate mutating func visitMute<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("app_id", &appID, .text)
        try fields.optional("app", &app, .text)
        try fields.optional("since", &since, .moment)
        try fields.optional("until", &until, .moment)
    }
}

/// The app that is muted now.
package struct MuteAnswer: ControlAnswer {
    package var mute = MutedApp()
    /// Whether the app has sent something since the bridge began.
    package var isHeard = false
    /// The name of an app that may have been meant.
    package var near: String?

    package init() {}

    package init(_ mute: MutedApp, isHeard: Bool, near: String?) {
        self.mute = mute
        self.isHeard = isHeard
        self.near = near
    }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try mute.visitMute(&fields)
        try fields.required("heard", &isHeard, .truth)
        try fields.optional("near", &near, .text)
    }
}

/// The apps that are shown again.
package struct UnmuteAnswer: ControlAnswer {
    package var unmuted: [MutedApp] = []

    package init() {}

    package init(_ unmuted: [MutedApp]) {
        self.unmuted = unmuted
    }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("unmuted", &unmuted, .objects())
    }
}
