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

    /// Slot for formats in which each packet describes the whole state of a call or service: a ring
    /// is obsolete once the call is over, and a track once the next one plays.
    var stateSlot: SerialPacket.Slot? {
        switch self {
        case .battery(_, let phone, _): return SerialPacket.Slot("battery \(phone.lasting)")
        case .media(_, let phone, _): return SerialPacket.Slot("media \(phone.lasting)")
        case .phone, .renamed, .radio, .source, .beacon, .listed, .notice: break
        }
        guard case .notice(let change, let notice, _) = self, notice.call != nil else { return nil }
        return switch change {
        case .added, .modified, .ringing, .answered, .ended, .missed:
            SerialPacket.Slot("call \(notice.id)")
        case .removed, .forgotten: nil
        }
    }
}

extension PhoneName {
    /// The identifier, or the name if there is none.
    fileprivate var lasting: String { id?.description ?? name }
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
