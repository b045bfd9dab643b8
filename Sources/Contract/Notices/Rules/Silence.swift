internal import ANCS

/// What becomes of notices that a phone delivers in silence, as it does with Focus.
package enum Silence: String, Hashable, Sendable, CaseIterable {
    /// They are not shown.
    case hide
    /// They are shown, but nothing draws attention to them.
    case quiet
    /// They are shown like all others.
    case show
}

extension Notice {
    /// Whether the phone delivers this in silence.
    ///
    /// Phones call silent what was there before they came, whatever it was once.
    package var isSilent: Bool {
        flags.contains(.silent) && !flags.contains(.preExisting)
    }
}

/// Keeps from an outlet what is delivered in silence, where that is wanted; what was decided about a
/// notice when it came holds to its end.
package struct SilenceFilter: Sendable {
    /// Notices whose decision is remembered; past that the one heard of longest ago is decided anew.
    package static let memoryLimit = RuleBook.memoryLimit

    private let silence: Silence
    private var isHidden = BoundedMemory<NoticeID, Bool>(limit: memoryLimit)

    /// Lets through what this says of notices that are delivered in silence.
    package init(_ silence: Silence) {
        self.silence = silence
    }

    /// Whether an event is for the outlet.
    package mutating func takes(_ event: BridgeEvent) -> Bool {
        guard silence == .hide, case .notice(let change, let notice, _) = event else { return true }
        let known = isHidden[notice.id]
        switch change {
        case .removed, .forgotten:
            isHidden[notice.id] = nil
            return known != true
        case .ended where known == nil: return !notice.isSilent
        case .added, .modified, .ringing, .answered, .ended, .missed:
            let hides = known ?? notice.isSilent
            isHidden[notice.id] = hides
            return !hides
        }
    }
}
