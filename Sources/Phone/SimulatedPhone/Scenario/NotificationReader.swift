internal import JSON

/// Parser of notifications, and of changes to them.
enum NotificationReader {
    /// Fields of a notification that may also be in a change.
    static let textNames = [
        "category", "flags", "app", "title", "subtitle", "message", "date", "positive",
        "negative",
    ]

    private static let categories: [(name: String, value: NotificationCategory)] = [
        "other", "incoming_call", "missed_call", "voicemail", "social", "schedule", "email",
        "news", "health_and_fitness", "business_and_finance", "location", "entertainment",
        "active_call",
    ].enumerated().map { ($1, NotificationCategory(rawValue: UInt8($0))) }

    private static let flags: [(name: String, value: NotificationFlags)] = [
        ("silent", .silent), ("important", .important), ("positive_action", .positiveAction),
        ("negative_action", .negativeAction), ("multimedia", .multimedia),
    ]

    static func addition(
        _ field: JSONField, _ cast: inout Cast
    ) throws(JSONError) -> Scenario.Addition {
        let fields = try JSONFields(of: field, allowed: ["name", "count"] + textNames)
        let nameField = try fields.required("name")
        let name = try nameField.string()
        guard (1...64).contains(name.utf8.count), !name.utf8.contains(UInt8(ascii: ".")) else {
            throw nameField.error("must have 1 to 64 bytes and no dot")
        }
        let count = try fields["count"]?.integer(in: 1...ScenarioReader.notificationLimit) ?? 1
        _ = try fields.required("app")
        var text = try text(fields, cast)
        if text.date == nil { text.date = .now(movedBy: .zero) }
        try cast.enter(
            name, count: count, isCall: text.category == .incomingCall, nameField)
        return Scenario.Addition(name: name, count: count, text: text)
    }

    static func text(_ fields: JSONFields, _ cast: Cast) throws(JSONError) -> NotificationText {
        var text = NotificationText()
        if let field = fields["category"] { text.category = try category(field) }
        if let field = fields["flags"] {
            if field.isNumber {
                text.exactFlags = NotificationFlags(
                    rawValue: UInt8(try field.integer(in: 0...255)))
            } else {
                text.namedFlags = try namedFlags(field)
            }
        }
        if let field = fields["app"] {
            let app = Array(try field.string().utf8)
            guard cast.apps.contains(app) else {
                throw field.error(
                    "must be an app of every iPhone, or one of the phone's apps")
            }
            text.app = app
        }
        if let field = fields["title"] { text.title = try TextReader.bytes(field) }
        if let field = fields["subtitle"] { text.subtitle = try TextReader.bytes(field) }
        if let field = fields["message"] { text.message = try TextReader.bytes(field) }
        if let field = fields["positive"] { text.positiveLabel = try TextReader.bytes(field) }
        if let field = fields["negative"] { text.negativeLabel = try TextReader.bytes(field) }
        if let field = fields["date"] { text.date = try TextReader.date(field) }
        return text
    }

    private static func category(_ field: JSONField) throws(JSONError) -> NotificationCategory {
        guard field.isNumber else {
            return try field.choice(of: "a category", among: categories)
        }
        return NotificationCategory(rawValue: UInt8(try field.integer(in: 0...255)))
    }

    private static func namedFlags(_ field: JSONField) throws(JSONError) -> NotificationFlags {
        guard case .array = field.value.content else {
            throw field.wrongKind("an array of flags or a number from 0 to 255")
        }
        var named: NotificationFlags = []
        for element in try field.elements() {
            named.insert(try element.choice(of: "a flag", among: flags))
        }
        return named
    }
}
