package import Notices

/// A format without what the phone delivers in silence.
package struct SilencedFormat: EventFormat {
    private var format: any EventFormat
    private var filter: SilenceFilter

    package init(_ format: any EventFormat, _ silence: Silence) {
        self.format = format
        filter = SilenceFilter(silence)
    }

    package var header: [UInt8] { format.header }
    package var footer: [UInt8] { format.footer }

    package mutating func lines(for event: BoardEvent, columns: Int?) -> [UInt8] {
        filter.takes(event) ? format.lines(for: event, columns: columns) : []
    }
}
