internal import ANCS
package import Linux
package import Notices

extension BridgeEvent {
    /// When a notice was sent that was on its phone before that came; nil for everything else.
    var timeOnPhone: WallTime? {
        guard case .notice(.added, let notice, _) = self, notice.flags.contains(.preExisting) else {
            return nil
        }
        return notice.sent
    }

    /// The moment that the line of a board shows for it.
    package var shownTime: WallTime { timeOnPhone ?? time }
}

extension [BridgeEvent] {
    /// The same events in the order of the times that a board shows for them; what waited on a phone that came back was
    /// heard of later than it was sent.
    package var inOrderOfShownTimes: [BridgeEvent] {
        enumerated().sorted { left, right in
            let (first, second) = (
                left.element.shownTime.milliseconds, right.element.shownTime.milliseconds
            )
            return first == second ? left.offset < right.offset : first < second
        }.map(\.element)
    }
}
