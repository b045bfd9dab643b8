internal import ANCS
package import JSON
package import Linux
package import Notices

/// Reader of events in the format written by `json`.
package enum EventReader {
    /// Reads the event of a line; nil if this version does not know its kind.
    ///
    /// Errors name the field and never include content.
    package static func event(_ value: JSONValue) throws(JSONError) -> BridgeEvent? {
        let fields = try JSONFields(anyKeysOf: JSONField(value))
        _ = try fields.required(.version).integer(in: 1...Field.dictionaryVersion)
        let name = try fields.required(.event).string()
        let time = try fields.required(.at).moment()
        if let change = NoticeChange(rawValue: name) {
            return .notice(change, try notice(fields), at: time)
        }
        if let change = BeaconChange(rawValue: name) {
            return try fields.beaconNews(change).map { .beacon($0, at: time) }
        }
        switch name {
        case "phone":
            guard let state = PhoneState(rawValue: try fields.required(.state).string()) else {
                return nil
            }
            return .phone(state, try phoneName(fields), at: time)
        case "renamed":
            return .renamed(
                try phoneName(fields),
                was: try fields.required(.was).string(), at: time)
        case "radio":
            let words = try fields[.words]?.string()
            return RadioCondition(rawValue: try fields.required(.state).string()).map {
                .radio($0, words: words, at: time)
            }
        case "battery":
            return .battery(
                try fields.required(.battery).integer(in: 0...100), try phoneName(fields), at: time)
        case "media":
            return .media(try fields.playedMedia(), try phoneName(fields), at: time)
        case "source":
            return .source(
                try source(fields), phone: try fields.required(.phone).string(), at: time)
        default: return nil
        }
    }

    private static func phoneName(_ fields: JSONFields) throws(JSONError) -> PhoneName {
        PhoneName(try fields.required(.phone).string(), id: try phoneID(fields))
    }

    private static func phoneID(_ fields: JSONFields) throws(JSONError) -> PhoneID? {
        try fields[.phoneID].flatMap { (field) throws(JSONError) in
            PhoneID(try field.string())
        }
    }

    private static func notice(_ fields: JSONFields) throws(JSONError) -> Notice {
        let actions = try fields.group("actions")
        var notice = Notice(
            id: try fields.required(.id).noticeID(),
            phone: try fields.required(.phone).string(),
            category: Category(try fields.required(.category).category()),
            flags: try fields.required(.flags).flags(),
            uid: try fields.required(.uid).uid(),
            appID: try fields.text(.appID, .appIDBytes) ?? .empty,
            appName: try fields.text(.app, .appBytes),
            title: try fields.text(.title, .titleBytes) ?? .empty,
            subtitle: try fields.text(.subtitle, .subtitleBytes) ?? .empty,
            message: try fields.text(.message, .messageBytes) ?? .empty,
            messageSize: try fields[.messageSize]?.integer(in: 0...Int.max),
            date: try fields[.date]?.phoneDate(),
            positiveAction: try fields.text(
                of: actions?["positive"], .positiveActionBytes) ?? .empty,
            negativeAction: try fields.text(
                of: actions?["negative"], .negativeActionBytes) ?? .empty,
            received: try fields.required(.received).moment(),
            isIncomplete: try fields[.incomplete]?.bool() ?? false,
            call: try call(fields), dateOffset: try fields[.dateOffset]?.zone())
        notice.phoneID = try phoneID(fields)
        // As determined by the bridge; this host may be in another time zone.
        notice.sent = try fields[.sent]?.moment()
        // An unknown form of hiding, from a later version, hides everything.
        if let hidden = fields[.hidden] {
            notice.hidden = Notice.Hidden(rawValue: try hidden.string()) ?? .all
        }
        if let removal = fields[.removedBy] {
            notice.removal = Notice.Removal(rawValue: try removal.string())
        }
        return notice
    }

    private static func call(_ fields: JSONFields) throws(JSONError) -> Call? {
        guard let call = try fields.group("call") else { return nil }
        let states: [Call.State] = [.ringing, .answered, .ended, .missed]
        func time(_ name: String) throws(JSONError) -> Duration? {
            let seconds = try call[name]?.number(in: 0...1e9)
            return seconds.map { .milliseconds(Int64(($0 * 1000).rounded())) }
        }
        return Call(
            state: try call.required("state").choice(
                of: "a state of a call", among: states.map { ($0.rawValue, $0) }),
            ringTime: try time("ring_seconds"), talkTime: try time("talk_seconds"),
            isDeclined: try call["declined"]?.bool() ?? false)
    }

    private static func source(_ fields: JSONFields) throws(JSONError) -> SourceEvent {
        SourceEvent(
            event: try fields.required(.eventID).eventID(),
            flags: try fields.required(.flags).flags(),
            category: try fields.required(.category).category(),
            categoryCount: UInt8(try fields.required(.categoryCount).integer(in: 0...255)),
            uid: try fields.required(.uid).uid())
    }
}

extension JSONFields {
    subscript(field: Field) -> JSONField? { self[field.rawValue] }

    func required(_ field: Field) throws(JSONError) -> JSONField {
        try required(field.rawValue)
    }

    /// Returns the members of a nested object.
    func group(_ name: String) throws(JSONError) -> JSONFields? {
        guard let field = self[name] else { return nil }
        return try JSONFields(anyKeysOf: field)
    }

    /// Returns a text with its exact bytes, if those are given.
    fileprivate func text(_ field: Field, _ bytes: Field) throws(JSONError) -> Text? {
        try text(of: self[field], bytes)
    }

    fileprivate func text(of field: JSONField?, _ bytes: Field) throws(JSONError) -> Text? {
        let name = String(bytes.rawValue.drop { $0 != "." }.dropFirst())
        if let exact = try group("bytes")?[name] { return Text(bytes: try exact.hexadecimal()) }
        return if let field { Text(try field.string()) } else { nil }
    }
}

extension JSONField {
    /// Reads a time in the format of events.
    package func moment() throws(JSONError) -> WallTime {
        guard let time = WallTime(timestamp: try string()) else {
            throw error("must be a moment such as 2026-03-02T10:04:02.375+01:00")
        }
        return time
    }

    fileprivate func phoneDate() throws(JSONError) -> PhoneDate {
        guard let date = PhoneDate(timestamp: try string()) else {
            throw error("must be a date and time such as 2026-03-02T10:04:00")
        }
        return date
    }

    fileprivate func zone() throws(JSONError) -> Int {
        var reader = DigitReader(try string())
        guard let minutes = reader.zone(), reader.isAtEnd else {
            throw error("must be an offset from UTC such as +02:00")
        }
        return minutes
    }

    fileprivate func noticeID() throws(JSONError) -> NoticeID {
        guard let id = NoticeID(try string()) else {
            throw error("must be the name of a notification: 13 letters and digits")
        }
        return id
    }

    fileprivate func uid() throws(JSONError) -> NotificationUID {
        NotificationUID(rawValue: UInt32(try integer(in: 0...Int(UInt32.max))))
    }

    fileprivate func category() throws(JSONError) -> CategoryID {
        guard let category = Category(named: try string()) else {
            throw error("must be a category, such as social or category_200")
        }
        return category.id
    }

    fileprivate func eventID() throws(JSONError) -> EventID {
        let name = try string()
        let all = (0...UInt8.max).map(EventID.init(rawValue:))
        guard let id = all.first(where: { $0.name == name }) else {
            throw error("must be added, modified, removed or event_N")
        }
        return id
    }

    fileprivate func flags() throws(JSONError) -> EventFlags {
        var flags: EventFlags = []
        for element in try elements() {
            let name = try element.string()
            guard let flag = EventFlags(rawValue: .max).names.firstIndex(of: name) else {
                throw element.error(
                    "must be silent, important, pre_existing, positive_action, negative_action, "
                        + "multimedia, bit_6 or bit_7")
            }
            flags.insert(EventFlags(rawValue: 1 << UInt8(flag)))
        }
        return flags
    }
}
