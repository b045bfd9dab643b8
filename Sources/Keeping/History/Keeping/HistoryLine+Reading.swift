internal import ANCS
internal import JSON
internal import Linux
internal import Notices

extension HistoryLine {
    /// Content of a line.
    enum Content {
        case header
        case notice(StoredNotice)
        case link(LinkSpan, bond: String)
        case sighting(Sighting)
        case level(StoredLevel)
    }

    /// Parses a line; errors name the field and never contain content.
    static func read(_ line: [UInt8]) throws(JSONError) -> Content {
        try read(fields(of: line))
    }

    /// Returns the members of a line.
    static func fields(of line: [UInt8]) throws(JSONError) -> JSONFields {
        try JSONFields(anyKeysOf: JSONField(try JSONValue(parsing: line)))
    }

    /// Parses the members of a line.
    static func read(_ fields: JSONFields) throws(JSONError) -> Content {
        if let header = fields["callboard_history"] {
            _ = try header.integer(in: 1...form)
            return .header
        }
        if let link = fields["link"] { return try self.link(JSONFields(anyKeysOf: link)) }
        if let field = fields["sighting"] {
            return .sighting(try sighting(JSONFields(anyKeysOf: field)))
        }
        if let field = fields["battery"] {
            return .level(try level(JSONFields(anyKeysOf: field)))
        }
        return .notice(try stored(fields))
    }

    private static func link(_ fields: JSONFields) throws(JSONError) -> Content {
        let span = LinkSpan(
            phone: try fields.required("phone").string(),
            began: try fields.required("began").moment(),
            ended: try fields.required("ended").moment())
        return .link(span, bond: try fields.required("bond").string())
    }

    private static func stored(_ fields: JSONFields) throws(JSONError) -> StoredNotice {
        let elements = try fields.required("life")
        var life: [LifeEvent] = []
        for element in try elements.elements() { life.append(try event(element)) }
        guard !life.isEmpty else { throw elements.error("must not be empty") }
        let last = life.last.flatMap { $0.change == .removed ? $0 : nil }
        var notice = try notice(fields)
        notice.removal = last?.removal
        let detail = try fields["detail"].map { (field) throws(JSONError) in
            try field.word(StoredDetail.init(rawValue:))
        }
        return StoredNotice(
            notice: notice, bond: try fields.required("bond").string(), life: life,
            removedAt: last?.at, detail: detail ?? .full)
    }

    private static func notice(_ fields: JSONFields) throws(JSONError) -> Notice {
        var notice = Notice(
            id: try fields.required("id").noticeID(),
            phone: try fields.required("phone").string(),
            category: try fields.required("category").word(Category.init(named:)),
            flags: EventFlags(
                rawValue: UInt8(try fields.required("flags").integer(in: 0...Int(UInt8.max)))),
            uid: NotificationUID(
                rawValue: UInt32(try fields.required("uid").integer(in: 0...Int(UInt32.max)))),
            appID: try fields.required("app_id").text(),
            appName: try fields["app"]?.text(), title: try fields.required("title").text(),
            subtitle: try fields.required("subtitle").text(),
            message: try fields.required("message").text(),
            messageSize: try fields["message_size"]?.integer(in: 0...Int(UInt32.max)),
            date: try fields["date"]?.phoneDate(),
            positiveAction: try fields.required("positive").text(),
            negativeAction: try fields.required("negative").text(),
            received: try fields.required("received").moment(),
            isIncomplete: try fields["incomplete"]?.bool() ?? false,
            call: try call(fields))
        // Lines of an earlier version lack the time of sending; it is then derived from the date as
        // usual.
        if let sent = fields["sent"] { notice.sent = try sent.moment() }
        notice.hidden =
            try fields["hidden"]?.word(Notice.Hidden.init(rawValue:)) ?? .nothing
        return notice
    }

    private static func call(_ fields: JSONFields) throws(JSONError) -> Call? {
        guard let field = fields["call"] else { return nil }
        let call = try JSONFields(anyKeysOf: field)
        return Call(
            state: try call.required("state").word(Call.State.init(rawValue:)),
            ringTime: try call["ring_ms"]?.integer(in: 0...Int(UInt32.max)).asMilliseconds,
            talkTime: try call["talk_ms"]?.integer(in: 0...Int(UInt32.max)).asMilliseconds,
            isDeclined: try call["declined"]?.bool() ?? false)
    }

    private static func event(_ field: JSONField) throws(JSONError) -> LifeEvent {
        let fields = try JSONFields(anyKeysOf: field)
        var before: Texts?
        if fields["title"] != nil {
            before = Texts(
                title: try fields.required("title").text(),
                subtitle: try fields.required("subtitle").text(),
                message: try fields.required("message").text())
        }
        return LifeEvent(
            change: try fields.required("change").word(NoticeChange.init(rawValue:)),
            at: try fields.required("at").moment(), before: before,
            removal: try fields["removed_by"]?.word(Notice.Removal.init(rawValue:)))
    }
}

extension Int {
    fileprivate var asMilliseconds: Duration { .milliseconds(self) }
}

extension JSONField {
    /// Parses milliseconds since 1970 in a year of at most four digits.
    func moment() throws(JSONError) -> WallTime {
        let latest = 253_402_300_799_999
        return WallTime(milliseconds: Int64(try integer(in: -latest...latest)))
    }

    fileprivate func phoneDate() throws(JSONError) -> PhoneDate {
        guard let date = PhoneDate(number: Int64(try integer(in: 0...99_991_231_235_960))) else {
            throw error("must be a date and time of fourteen digits")
        }
        return date
    }

    fileprivate func noticeID() throws(JSONError) -> NoticeID {
        guard let id = NoticeID(try string()), id.rawValue <= UInt64(Int64.max) else {
            throw error("must be the name of a notification: 13 letters and digits")
        }
        return id
    }

    /// Parses one of a set of known words.
    func word<Value>(_ meaning: (String) -> Value?) throws(JSONError) -> Value {
        guard let value = meaning(try string()) else { throw error("is not a known value") }
        return value
    }

    /// Parses a text, or an object with its bytes.
    fileprivate func text() throws(JSONError) -> Text {
        guard isObject else { return Text(try string()) }
        return Text(bytes: try JSONFields(anyKeysOf: self).required("hex").hexadecimal())
    }
}
