package import Notices

/// Format that omits events delivered silently by the phone.
package struct SilencedFormat: EventFormat {
    private var format: any EventFormat
    private var filter: SilenceFilter

    /// Wraps a format so that it receives only events that pass the filter.
    package init(_ format: any EventFormat, _ silence: Silence) {
        self.format = format
        filter = SilenceFilter(silence)
    }

    /// Header of the wrapped format.
    package var header: [UInt8] { format.header }

    /// Returns the lines of the wrapped format; empty for omitted events.
    package mutating func lines(for event: BridgeEvent, columns: Int?) -> [UInt8] {
        filter.takes(event) ? format.lines(for: event, columns: columns) : []
    }
}
