package import Notices

/// A format without what the phone delivers in silence.
package struct SilencedFormat: EventFormat {
    private var format: any EventFormat
    private var filter: SilenceFilter

    /// A format that hears only what this lets through.
    package init(_ format: any EventFormat, _ silence: Silence) {
        self.format = format
        filter = SilenceFilter(silence)
    }

    /// What the format itself begins with.
    package var header: [UInt8] { format.header }

    /// The format's own lines; none for what is left out.
    package mutating func lines(for event: BridgeEvent, columns: Int?) -> [UInt8] {
        filter.takes(event) ? format.lines(for: event, columns: columns) : []
    }
}
