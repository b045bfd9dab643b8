package import Notices

/// Templates of a port or file: one for notifications, and optional ones for calls and phones.
package struct Templates: Hashable, Sendable {
    /// Maximum number of columns of a line in a file.
    static let fileLimit = 4096

    /// Template of notifications, and default for other events.
    package var notice: Template
    /// Template of calls; nil to use that of notifications.
    package var call: Template?
    /// Template of phones, the radio and beacons; nil to use that of notifications.
    package var phone: Template?

    package init(notice: Template, call: Template? = nil, phone: Template? = nil) {
        (self.notice, self.call, self.phone) = (notice, call, phone)
    }

    /// Returns the line for an event without its line end; nil if the line would be blank.
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

/// Format with one line per event, written by user-defined templates in UTF-8.
package struct TemplateFormat: EventFormat {
    private let templates: Templates

    package init(_ templates: Templates) {
        self.templates = templates
    }

    /// Returns the line that the templates produce for an event; empty if it is blank.
    package func lines(for event: BridgeEvent, columns: Int?) -> [UInt8] {
        let line = templates.line(for: event, .utf8, upTo: Templates.fileLimit)
        return line.map { $0 + [UInt8(ascii: "\n")] } ?? []
    }
}
