internal import Notices

extension BridgeEvent {
    /// How soon what is said of the event must go out.
    var urgency: SerialPacket.Urgency {
        guard case .notice(let change, let notice, _) = self, notice.call != nil else {
            return .other
        }
        return notice.rings(after: change) ? .ringing : .call
    }

    /// What a format says of the event as a packet; none where that is nothing.
    func packets(_ bytes: [UInt8], slot: SerialPacket.Slot? = nil) -> [SerialPacket] {
        bytes.isEmpty ? [] : [SerialPacket(bytes: bytes, urgency: urgency, slot: slot)]
    }

    /// Where each word about a call says all there is to say: that it rings means nothing any more
    /// once it is over.
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
    /// Whether this is a call that rings once this has happened to it.
    func rings(after change: NoticeChange) -> Bool {
        switch change {
        case .added, .modified, .ringing: call?.state == .ringing
        case .removed, .forgotten, .answered, .ended, .missed: false
        }
    }
}
