package import Notices

/// Output format for events, which turns an event into complete lines.
package protocol EventFormat: Sendable {
    /// Lines before the first event.
    var header: [UInt8] { get }
    /// Returns the lines of an event; empty if the format omits the event.
    ///
    /// - Parameter columns: width of the terminal; nil if output is not a terminal.
    mutating func lines(for event: BridgeEvent, columns: Int?) -> [UInt8]
    /// Returns the lines of an event from one of many histories, with site and bridge if the format has such fields.
    mutating func lines(
        for event: BridgeEvent, from origin: NoticeOrigin?, columns: Int?
    ) -> [UInt8]
}

extension EventFormat {
    /// Empty by default.
    package var header: [UInt8] { [] }

    /// Omits the origin by default.
    package mutating func lines(
        for event: BridgeEvent, from origin: NoticeOrigin?, columns: Int?
    ) -> [UInt8] {
        lines(for: event, columns: columns)
    }
}
