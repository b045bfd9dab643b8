internal import Notices

extension BridgeEvent {
    /// Urgency of packets about the event.
    var urgency: SerialPacket.Urgency {
        guard case .notice(let change, let notice, _) = self, notice.call != nil else {
            return .other
        }
        return notice.rings(after: change) ? .ringing : .call
    }

    /// Returns the bytes of an event as a packet; empty if there are none.
    func packets(_ bytes: [UInt8], slot: SerialPacket.Slot? = nil) -> [SerialPacket] {
        bytes.isEmpty ? [] : [SerialPacket(bytes: bytes, urgency: urgency, slot: slot)]
    }

    /// Slot for formats in which each packet describes the whole state of a call: a ring is
    /// obsolete once the call is over.
    var callSlot: SerialPacket.Slot? {
        guard case .notice(let change, let notice, _) = self, notice.call != nil else { return nil }
        return switch change {
        case .added, .modified, .ringing, .answered, .ended, .missed:
            SerialPacket.Slot("call \(notice.id)")
        case .removed, .forgotten: nil
        }
    }
}

extension Notice {
    /// Returns whether this is a ringing call after the change.
    func rings(after change: NoticeChange) -> Bool {
        switch change {
        case .added, .modified, .ringing: call?.state == .ringing
        case .removed, .forgotten, .answered, .ended, .missed: false
        }
    }
}
