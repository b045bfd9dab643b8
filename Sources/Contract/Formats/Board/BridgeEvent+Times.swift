internal import ANCS
package import Linux
package import Notices

extension BridgeEvent {
    /// Time sent of a notification that was on the phone before it connected; nil if unknown, and for any other event.
    var timeOnPhone: WallTime? {
        guard case .notice(.added, let notice, _) = self, notice.isPreExisting else {
            return nil
        }
        return notice.sent
    }

    /// Time shown on a board line.
    package var shownTime: WallTime { timeOnPhone ?? time }
}

extension [BridgeEvent] {
    /// The events in order of the times on a board; a notification that waited on a phone is received later than it was sent.
    package var inOrderOfShownTimes: [BridgeEvent] {
        enumerated().sorted { left, right in
            let (first, second) = (
                left.element.shownTime.milliseconds, right.element.shownTime.milliseconds
            )
            return first == second ? left.offset < right.offset : first < second
        }.map(\.element)
    }
}
