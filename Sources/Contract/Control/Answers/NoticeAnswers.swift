package import Linux

/// The notification on which an action was performed.
package struct ActAnswer: ControlAnswer {
    package var id = ""
    /// Title and phone; nil for clients without permission to read.
    package var title: String?
    package var phone: String?

    package init() {}

    package init(id: String, title: String?, phone: String?) {
        self.id = id
        self.title = title
        self.phone = phone
    }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("id", &id, .text)
        try fields.optional("title", &title, .text)
        try fields.optional("phone", &phone, .text)
    }
}

/// A one-time code.
package struct CodeAnswer: ControlAnswer {
    package var code = ""
    /// Identifier of the notification that contained the code.
    package var id = ""
    package var appID = ""
    package var app: String?
    package var phone = ""
    package var ageSeconds = 0

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("code", &code, .text)
        try fields.required("id", &id, .text)
        try fields.required("app_id", &appID, .text)
        try fields.optional("app", &app, .text)
        try fields.required("phone", &phone, .text)
        try fields.required("age_seconds", &ageSeconds, .number)
    }
}

/// The text that is now shown, or the number of texts removed.
package struct ShowAnswer: ControlAnswer {
    /// Identifier of the text, and the time at which it disappears.
    package var id: String?
    package var until: WallTime?
    /// Number of outputs that can show the text.
    package var outlets: Int?
    /// Number of texts removed.
    package var count: Int?

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.optional("id", &id, .text)
        try fields.optional("until", &until, .moment)
        try fields.optional("outlets", &outlets, .number)
        try fields.optional("count", &count, .number)
    }
}
