internal import ANCS
import Notices

/// Why a lamp is on: what there is on the phones that it is for.
struct LEDReasons {
    /// Notices that are remembered; past that the one heard of longest ago is not waited for.
    static let limit = 256

    /// What a notice is to a lamp.
    private enum Reason {
        case ringing
        case missed
        case voicemail
    }

    private var reasons = BoundedMemory<NoticeID, (reason: Reason, isSilent: Bool)>(limit: limit)

    /// Takes an event.
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
            switch notice.category.id {
            case .missedCall: .missed
            case .voicemail: .voicemail
            default: nil
            }
        }
    }

    /// Whether nothing is left.
    var isEmpty: Bool { reasons.all.isEmpty }

    /// What the lamp does.
    ///
    /// - Parameter isQuiet: whether quiet hours hold.
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
