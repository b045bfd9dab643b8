package import ANCS
internal import JSON
internal import Linux
package import Notices

/// An event as fields and values, shared by the formats for programs.
struct Record: Sendable {
    /// Value of a field.
    enum Value: Hashable, Sendable {
        case text(String)
        case integer(Int)
        case seconds(Duration)
        case names([String])
        case yes
        case no
        case decimal(Double)
    }

    private(set) var fields: [(field: Field, value: Value)] = []

    /// Creates the record of an event; nil if it is written only on request or never.
    ///
    /// Written only on request (`showsSource`) are raw values, distances of beacons, and their current state.
    ///
    /// - Parameter origin: site and bridge, for notifications from several histories.
    init?(_ event: BridgeEvent, showsSource: Bool, from origin: NoticeOrigin? = nil) {
        fields.reserveCapacity(24)
        append(.version, .integer(Field.dictionaryVersion))
        switch event {
        case .notice(let change, let notice, let time):
            begin(event: change.rawValue, at: time, phone: notice.phone)
            append(notice)
        case .phone(let state, let phone, let time):
            begin(event: "phone", at: time, phone: phone.name)
            append(.state, .text(state.rawValue))
            append(phone.id)
        case .renamed(let phone, let old, let time):
            begin(event: "renamed", at: time, phone: phone.name)
            append(.was, .text(old))
            append(phone.id)
        case .radio(let condition, let words, let time):
            begin(event: "radio", at: time)
            append(.state, .text(condition.rawValue))
            if let words { append(.words, .text(words)) }
        case .source(let value, let phone, let time):
            guard showsSource else { return nil }
            begin(event: "source", at: time, phone: phone)
            append(value)
        case .beacon(let news, let time):
            // Current state is not news, and distances are sent only on request.
            guard showsSource || !news.isKept && news.change != .range else { return nil }
            begin(event: news.change.rawValue, at: time)
            append(news)
        case .battery(let level, let phone, let time):
            begin(event: "battery", at: time, of: phone)
            append(.battery, .integer(level))
        case .media(let media, let phone, let time):
            begin(event: "media", at: time, of: phone)
            append(media)
        case .listed: return nil
        }
        if let origin { append(origin) }
    }

    mutating func append(_ field: Field, _ value: Value) {
        fields.append((field, value))
    }

    private mutating func begin(event: String, at time: WallTime) {
        append(.event, .text(event))
        append(.at, .text(time.timestamp))
    }

    private mutating func begin(event: String, at time: WallTime, phone: String) {
        begin(event: event, at: time)
        append(.phone, .text(phone))
    }

    private mutating func begin(event: String, at time: WallTime, of phone: PhoneName) {
        begin(event: event, at: time, phone: phone.name)
        append(phone.id)
    }

    private mutating func append(_ id: PhoneID?) {
        if let id { append(.phoneID, .text(id.description)) }
    }

    private mutating func append(_ origin: NoticeOrigin) {
        append(.site, .text(origin.site))
        append(.bridge, .text(origin.bridge))
    }

    private mutating func append(_ value: SourceEvent) {
        append(.eventID, .text(value.event.name))
        append(.category, .text(Category(value.category).name))
        append(.label, .text(Category(value.category).label))
        append(.categoryCount, .integer(Int(value.categoryCount)))
        append(.flags, .names(value.flags.names))
        append(.uid, .integer(Int(value.uid.rawValue)))
    }

    private mutating func append(_ notice: Notice) {
        append(.id, .text(notice.id.description))
        append(.category, .text(notice.category.name))
        append(.label, .text(notice.category.label))
        append(.appID, .text(notice.appID.string))
        if let app = notice.appName, !app.isEmpty { append(.app, .text(app.string)) }
        append(.title, .text(notice.title.string))
        append(.subtitle, .text(notice.subtitle.string))
        append(.message, .text(notice.message.string))
        if let size = notice.messageSize { append(.messageSize, .integer(size)) }
        if let date = notice.date { append(.date, .text(date.timestamp)) }
        append(.received, .text(notice.received.timestamp))
        if let sent = notice.sent { append(.sent, .text(sent.timestamp)) }
        append(.flags, .names(notice.flags.names))
        append(.uid, .integer(Int(notice.uid.rawValue)))
        if notice.flags.contains(.positiveAction) || !notice.positiveAction.isEmpty {
            append(.positiveAction, .text(notice.positiveAction.string))
        }
        if notice.flags.contains(.negativeAction) || !notice.negativeAction.isEmpty {
            append(.negativeAction, .text(notice.negativeAction.string))
        }
        if let call = notice.call {
            append(.callState, .text(call.state.rawValue))
            if let ringTime = call.ringTime { append(.ringSeconds, .seconds(ringTime)) }
            if let talkTime = call.talkTime { append(.talkSeconds, .seconds(talkTime)) }
            if call.isDeclined { append(.declined, .yes) }
        }
        if notice.isIncomplete { append(.incomplete, .yes) }
        if notice.hidden != .nothing { append(.hidden, .text(notice.hidden.rawValue)) }
        if let removal = notice.removal { append(.removedBy, .text(removal.rawValue)) }
        if let code = notice.code { append(.code, .text(code)) }
        append(notice.phoneID)
        if let offset = notice.dateOffset {
            append(.dateOffset, .text(LocalTime.zoneText(offsetMinutes: offset)))
        }
        appendBytes(of: notice)
    }

    /// Appends the exact bytes of texts with invalid UTF-8.
    private mutating func appendBytes(of notice: Notice) {
        appendBytes(of: notice.appID, .appIDBytes)
        if let app = notice.appName { appendBytes(of: app, .appBytes) }
        appendBytes(of: notice.title, .titleBytes)
        appendBytes(of: notice.subtitle, .subtitleBytes)
        appendBytes(of: notice.message, .messageBytes)
        appendBytes(of: notice.positiveAction, .positiveActionBytes)
        appendBytes(of: notice.negativeAction, .negativeActionBytes)
    }

    private mutating func append(_ news: BeaconNews) {
        if let phone = news.phone { append(.phone, .text(phone.name)) }
        append(.label, .text(news.label))
        append(.words, .text(news.text))
        switch news.subject {
        case .region(let name): append(.region, .text(name))
        case .item(let item, let region):
            append(.region, .text(region))
            append(.item, .text(item.name))
            if let picture = item.picture { append(.picture, .text(picture)) }
        case .person(let name, _, let isHome):
            append(.person, .text(name))
            append(.home, isHome ? .yes : .no)
        }
        append(.zone, .text(news.zone.rawValue))
        if let accuracy = news.accuracy {
            append(.accuracy, .decimal((accuracy * 10).rounded() / 10))
        }
        if let signal = news.signal { append(.signal, .integer(signal)) }
        if let beacon = news.beacon { append(.beacon, .text(beacon.description)) }
        if let lastHeard = news.lastHeard { append(.lastHeard, .text(lastHeard.timestamp)) }
        if news.isReminder { append(.reminder, .yes) }
        if news.isKept { append(.kept, .yes) }
    }

    private mutating func appendBytes(of text: Text, _ field: Field) {
        guard !text.isValid else { return }
        append(field, .text(text.bytes.hexadecimal))
    }
}

extension EventFlags {
    /// Names of the bits that are set, lowest first.
    package var names: [String] {
        rawValue == 0
            ? []
            : Self.bitNames.indices.filter { rawValue >> $0 & 1 == 1 }.map { Self.bitNames[$0] }
    }

    private static let bitNames = [
        "silent", "important", "pre_existing", "positive_action", "negative_action",
        "multimedia", "bit_6", "bit_7",
    ]
}

extension Notice {
    /// Names of the flags that are set.
    package var flagNames: [String] { flags.names }
}

extension EventID {
    /// Name of the event; `event_N` for an unassigned number.
    var name: String {
        switch self {
        case .added: "added"
        case .modified: "modified"
        case .removed: "removed"
        default: "event_\(rawValue)"
        }
    }
}
