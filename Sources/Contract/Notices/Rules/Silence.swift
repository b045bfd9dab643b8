internal import ANCS

/// Treatment of notifications that a phone delivers silently, as with Focus.
package enum Silence: String, Hashable, Sendable, CaseIterable {
    case hide
    /// Show without drawing attention.
    case quiet
    /// Show like all others.
    case show
}

extension Notice {
    /// Whether the phone delivers this silently.
    ///
    /// Pre-existing notifications do not count, since phones flag all of them as silent.
    package var isSilent: Bool {
        flags.contains(.silent) && !flags.contains(.preExisting)
    }
}

/// Filter that withholds silently delivered notifications from an output; each decision lasts for the life of the notification.
package struct SilenceFilter: Sendable {
    /// Maximum number of decisions remembered; beyond that the least recently used one is made again.
    package static let memoryLimit = RuleBook.memoryLimit

    private let silence: Silence
    private var isHidden = BoundedMemory<NoticeID, Bool>(limit: memoryLimit)

    package init(_ silence: Silence) {
        self.silence = silence
    }

    /// Returns whether an event passes.
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
