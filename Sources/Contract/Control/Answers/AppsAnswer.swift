package import Linux

/// The apps that have sent notifications.
package struct AppsAnswer: ControlAnswer {
    package var apps: [SeenApp] = []

    package init() {}

    package init(_ apps: [SeenApp]) {
        self.apps = apps
    }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("apps", &apps, .objects())
    }
}

/// An app that has sent notifications.
package struct SeenApp: ControlAnswer {
    /// App identifier, and the name if known.
    package var appID = ""
    package var app: String?
    /// Number of notifications, and time of the last one.
    package var count = 0
    package var last: WallTime?

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("app_id", &appID, .text)
        try fields.optional("app", &app, .text)
        try fields.required("count", &count, .number)
        try fields.optional("last", &last, .moment)
    }
}
