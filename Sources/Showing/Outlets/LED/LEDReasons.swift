import Notices

/// Reasons for an LED to be on: calls, missed calls and voicemail on the phones.
struct LEDReasons {
    /// Limit of remembered notifications; the least recently updated is dropped first.
    static let limit = 256

    /// Reason that a notification gives.
    private enum Reason {
        case ringing
        case missed
        case voicemail
    }

    private var reasons = BoundedMemory<NoticeID, (reason: Reason, isSilent: Bool)>(limit: limit)

    mutating func take(_ event: BridgeEvent) {
        guard case .notice(let change, let notice, _) = event else { return }
        let isThere = change != .removed && change != .forgotten
        reasons[notice.id] =
            isThere ? Self.reason(of: notice).map { (reason: $0, isSilent: notice.isSilent) } : nil
    }

    private static func reason(of notice: Notice) -> Reason? {
        switch notice.call?.state {
        case .ringing: .ringing
        case .missed: .missed
        case .answered, .ended: nil
        case nil:
            switch notice.category {
            case .missedCall: .missed
            case .voicemail: .voicemail
            default: nil
            }
        }
    }

    /// Whether no reason is left.
    var isEmpty: Bool { reasons.all.isEmpty }

    /// Returns the state of the LED.
    ///
    /// - Parameter isQuiet: whether quiet hours are in effect.
    func light(_ plan: LEDConfiguration, isQuiet: Bool) -> LEDLight {
        var light = LEDLight.off
        for (_, (reason, isSilent)) in reasons.all {
            if isSilent, plan.silence == .hide { continue }
            if isQuiet, reason != .ringing { continue }
            let wanted =
                switch reason {
                case .ringing: plan.ringing
                case .missed: plan.missed
                case .voicemail: plan.voicemail
                }
            let isCalm = isSilent && plan.silence == .quiet && wanted == .blink
            light = light.livelier(than: isCalm ? .on : wanted)
        }
        return light
    }
}
