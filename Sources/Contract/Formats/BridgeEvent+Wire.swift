package import Notices

extension BridgeEvent {
    /// The event as sent to devices: a late change to a finished call is reported as its end, not as a new call.
    package var onWire: BridgeEvent {
        guard case .notice(let change, let notice, let time) = self,
            change == .modified || change == .added, notice.call?.state == .ended
        else { return self }
        return .notice(.ended, notice, at: time)
    }
}
