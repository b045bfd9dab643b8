internal import Board
internal import Linux
internal import Notices

/// What a template can show of an event: what the board says, or a field of the dictionary.
enum TemplateField: Hashable, Sendable {
    /// The short word for the kind of thing, as the board has it.
    case label
    /// The short word, or what became of the thing, as the format `line` says it.
    case word
    /// The title; of a phone or the radio its name.
    case title
    /// The title, or the app where there is none.
    case who
    /// What the board writes behind it.
    case text
    /// The day, and the time of day with and without seconds.
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

    /// The names of all fields, each once.
    static let names = all.map(\.name).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
    }

    /// The field of this name; the board's words come before fields of the same name.
    init?(_ name: String) {
        guard let field = Self.all.first(where: { $0.name == name })?.field else { return nil }
        self = field
    }
}

/// What fields are in one event.
struct TemplateValues {
    /// What an event is about.
    enum Subject {
        case notice
        case call
        /// A phone, or the radio.
        case phone
    }

    let subject: Subject
    private let record: Record
    private let entry: BoardEntry
    private let words: SerialWords
    private let time: LocalTime
    private let name: String?

    /// Nil for what nobody is shown.
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
        case .source, .listed: return nil
        }
    }

    /// What the field says; empty where the event has nothing to say there.
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
