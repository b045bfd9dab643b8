internal import Board
internal import Linux
internal import Notices

/// Value that a template can show: a text of the board, or a field of the dictionary.
enum TemplateField: Hashable, Sendable {
    /// Short label of the category, as on the board.
    case label
    /// Short word for the category or the outcome, as in the format `line`.
    case word
    /// Title of a notification; otherwise the name of the phone, radio, region, item or resident.
    case title
    /// The title, or the app if there is none.
    case who
    /// Text on the board after the name.
    case text
    /// Date, time with seconds, and time without.
    case day, time, clock
    /// A field of the dictionary.
    case field(Field)

    private static let own: [(name: String, field: TemplateField)] = [
        ("label", .label), ("word", .word), ("title", .title), ("who", .who), ("text", .text),
        ("day", .day), ("time", .time), ("clock", .clock),
    ]
    private static let short = [
        ("call", "call.state"), ("ring", "call.ring_seconds"),
        ("positive", "actions.positive"), ("negative", "actions.negative"),
    ].compactMap { name, field in
        Field(rawValue: field).map { (name: name, field: TemplateField.field($0)) }
    }
    private static let whole = Field.allCases
        .filter { !$0.isExactBytes && !$0.isOfSourceAlone && !$0.isOfOriginAlone }
        .map { (name: $0.rawValue, field: TemplateField.field($0)) }

    private static let all = own + short + whole

    /// Names of all fields, without duplicates.
    static let names = all.map(\.name).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
    }

    /// Looks up a field; texts of the board take precedence over fields of the same name.
    init?(_ name: String) {
        guard let field = Self.all.first(where: { $0.name == name })?.field else { return nil }
        self = field
    }
}

/// Values of the fields for one event.
struct TemplateValues {
    /// Subject of an event.
    enum Subject {
        case notice
        case call
        /// A phone, the radio or a beacon.
        case phone
    }

    let subject: Subject
    private let record: Record
    private let entry: BoardEntry
    private let words: SerialWords
    private let time: LocalTime
    private let name: String?

    /// Creates the values; nil for an event that is never shown.
    init?(_ event: BridgeEvent) {
        let event = event.onWire
        guard let record = Record(event, showsSource: false), let entry = BoardEntry(event),
            let words = SerialWords(event)
        else { return nil }
        (self.record, self.entry, self.words) = (record, entry, words)
        switch event {
        case .notice(_, let notice, let time):
            subject = notice.call == nil ? .notice : .call
            self.time = time.local
            name = nil
        case .phone(_, _, let time), .renamed(_, _, let time), .radio(_, _, let time):
            subject = .phone
            self.time = time.local
            name = entry.who
        case .beacon(let news, let time):
            subject = .phone
            self.time = time.local
            name = news.subject.name.cleaned()
        // Templates were written before there were batteries and media, which many would garble.
        case .source, .battery, .media, .listed: return nil
        }
    }

    /// Value of a field; empty if the event has none.
    subscript(field: TemplateField) -> String {
        switch field {
        case .label: entry.label
        case .word: words.word
        case .title: name ?? value(of: .title)
        case .who: entry.who
        case .text: entry.text
        case .day: time.date
        case .time: time.clock
        case .clock: time.shortClock
        case .field(let field): value(of: field)
        }
    }

    private func value(of field: Field) -> String {
        record.fields.first { $0.field == field }?.value.plainText.cleaned() ?? ""
    }
}
