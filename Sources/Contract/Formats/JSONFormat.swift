package import JSON
package import Notices

/// JSON Lines: one object per event; fields with a dot in their name form nested objects.
package struct JSONFormat: EventFormat {
    let showsSource: Bool

    /// - Parameter showsSource: whether raw Notification Source values are written, too.
    package init(showsSource: Bool) {
        self.showsSource = showsSource
    }

    /// Returns one object on a line of its own.
    package func lines(for event: BridgeEvent, columns: Int?) -> [UInt8] {
        lines(for: event, from: nil, columns: columns)
    }

    /// Returns one object on a line of its own, with the origin of the notification.
    package func lines(
        for event: BridgeEvent, from origin: NoticeOrigin?, columns: Int?
    ) -> [UInt8] {
        var object = object(for: event, from: origin)
        if !object.isEmpty { object.append(UInt8(ascii: "\n")) }
        return object
    }

    /// Returns the object of an event; empty if the event has none.
    ///
    /// - Parameters:
    ///   - origin: site and bridge, for notifications from several histories.
    ///   - further: writes additional members after those of the dictionary.
    package func object(
        for event: BridgeEvent, from origin: NoticeOrigin? = nil,
        _ further: (inout JSONWriter) -> Void = { _ in }
    ) -> [UInt8] {
        guard let record = Record(event, showsSource: showsSource, from: origin) else { return [] }
        let fields = record.fields
        var next = 0
        return JSONWriter.object { writer in
            while next < fields.count {
                guard let object = fields[next].field.object else {
                    writer.key(fields[next].field.rawValue)
                    writer.value(fields[next].value)
                    next += 1
                    continue
                }
                // The fields of an object are consecutive.
                writer.object(object) { writer in
                    while next < fields.count, fields[next].field.object == object {
                        writer.key(fields[next].field.name)
                        writer.value(fields[next].value)
                        next += 1
                    }
                }
            }
            further(&writer)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func value(_ value: Record.Value) {
        switch value {
        case .text(let text): self.value(text)
        case .integer(let integer): self.value(integer)
        case .seconds(let duration): self.value(seconds: duration)
        case .yes: self.value(true)
        case .no: self.value(false)
        case .decimal(let number): self.value(number)
        case .names(let names):
            array { writer in
                for name in names { writer.value(name) }
            }
        }
    }

    private mutating func value(seconds duration: Duration) {
        let text = duration.decimalSeconds
        if let whole = Int(text) { value(whole) } else { value(Double(text) ?? 0) }
    }
}
