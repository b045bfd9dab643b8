internal import ANCS
import Basics
internal import Features
internal import JSON
package import Linux
internal import Radio

/// Formats the lines of a recording.
package struct RecordingWriter: Sendable {
    private let started: WallTime
    private let isAnonymised: Bool

    package init(started: WallTime, isAnonymised: Bool = false) {
        self.started = started
        self.isAnonymised = isAnonymised
    }

    /// The first line.
    package var header: [UInt8] {
        line { writer in
            writer.member("v", RecordingWords.version)
            writer.member("recording", RecordingWords.format)
            writer.member("started", started.milliseconds)
            writer.member("anonymised", isAnonymised)
        }
    }

    /// Returns the line of an event.
    package func line(of event: RecordedEvent) -> [UInt8] {
        line { writer in
            writer.member("t", event.time.milliseconds)
            writer.member("phone", event.phone)
            if let name = event.newName ?? event.name { writer.member("name", name) }
            writer.member("what", event.happening.what.rawValue)
            writePlace(of: event.happening, to: &writer)
            if let value = event.happening.value { writer.member("hex", value.hexadecimal) }
            if let error = event.happening.error { writer.member("error", error.rawValue) }
        }
    }

    private func writePlace(of happening: Happening, to writer: inout JSONWriter) {
        guard let service = happening.service else { return }
        if service != .notifications { writer.member("service", service.uuid.uuidText) }
        guard let id = happening.characteristic else { return }
        if happening.what.isWrite, id == Characteristic.controlPoint.id { return }
        let name = RecordingWords.characteristics.first { $0.value == id }?.name
        writer.member("characteristic", name ?? id.uuid.uuidText)
    }

    private func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.line { writer in
            members(&writer)
        }
    }
}
