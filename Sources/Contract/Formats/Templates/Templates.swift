package import Notices

/// The templates of one port or file: of notices, and perhaps others of calls and of phones.
package struct Templates: Hashable, Sendable {
    /// The columns of a line in a file.
    static let fileLimit = 4096

    /// The template of notices, and of what has none of its own.
    package var notice: Template
    /// Nil where calls have that of notices.
    package var call: Template?
    /// Nil where phones and the radio have that of notices.
    package var phone: Template?

    /// Templates; what is nil has that of notices.
    package init(notice: Template, call: Template? = nil, phone: Template? = nil) {
        (self.notice, self.call, self.phone) = (notice, call, phone)
    }

    /// The line for an event, without its end; nil where there is nothing to say.
    package func line(for event: BridgeEvent, _ charset: Charset, upTo limit: Int) -> [UInt8]? {
        guard let values = TemplateValues(event) else { return nil }
        let template =
            switch values.subject {
            case .notice: notice
            case .call: call ?? notice
            case .phone: phone ?? notice
            }
        var line = CharsetLine(charset, upTo: limit)
        template.write(values, to: &line)
        return line.isBlank ? nil : line.bytes
    }
}

/// A line for each event as a person's own template has it, in UTF-8.
package struct TemplateFormat: EventFormat {
    private let templates: Templates

    /// A format that writes by templates.
    package init(_ templates: Templates) {
        self.templates = templates
    }

    /// The line that the templates make of an event, or none.
    package func lines(for event: BridgeEvent, columns: Int?) -> [UInt8] {
        let line = templates.line(for: event, .utf8, upTo: Templates.fileLimit)
        return line.map { $0 + [UInt8(ascii: "\n")] } ?? []
    }
}
