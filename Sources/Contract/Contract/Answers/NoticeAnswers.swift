package import Linux

/// The notification to which something was done.
package struct ActAnswer: ControlAnswer {
    package var id = ""
    /// The title and the phone, for those who may read.
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
    /// The notification that brought it.
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

/// A text that is shown, or how many are no longer shown.
package struct ShowAnswer: ControlAnswer {
    /// The name of the text, and until when it is shown.
    package var id: String?
    package var until: WallTime?
    /// How many outlets can show it.
    package var outlets: Int?
    /// How many texts were taken back.
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
