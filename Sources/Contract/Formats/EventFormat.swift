package import Notices

/// A way to write events down: an event in, whole lines out.
package protocol EventFormat: Sendable {
    /// What stands before the first event.
    var header: [UInt8] { get }
    /// The lines of one event, none where the format leaves it out.
    ///
    /// - Parameter columns: how wide a line may be, where somebody looks at it on a screen.
    mutating func lines(for event: BridgeEvent, columns: Int?) -> [UInt8]
    /// The same for one of many histories, with where it came from, as far as the format has fields.
    mutating func lines(
        for event: BridgeEvent, from origin: NoticeOrigin?, columns: Int?
    ) -> [UInt8]
}

extension EventFormat {
    /// Nothing comes first, unless a format has something.
    package var header: [UInt8] { [] }

    /// Where it came from is not told, unless a format has fields for that.
    package mutating func lines(
        for event: BridgeEvent, from origin: NoticeOrigin?, columns: Int?
    ) -> [UInt8] {
        lines(for: event, columns: columns)
    }
}
