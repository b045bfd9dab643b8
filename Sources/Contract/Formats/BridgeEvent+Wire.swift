package import Notices

extension BridgeEvent {
    /// The event as a wire tells it: a call that has ended does not come again because its caller is
    /// learnt late.
    package var onWire: BridgeEvent {
        guard case .notice(let change, let notice, let time) = self,
            change == .modified || change == .added, notice.call?.state == .ended
        else { return self }
        return .notice(.ended, notice, at: time)
    }
}
