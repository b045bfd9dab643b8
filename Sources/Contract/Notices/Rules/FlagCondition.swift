internal import ANCS

/// Condition on a flag of a notification.
package struct FlagCondition: Hashable, Sendable {
    /// Flag set by the phone.
    package enum Flag: String, Hashable, Sendable, CaseIterable {
        /// Delivered silently, as with Focus; phones also set this flag on pre-existing notifications.
        case silent
        case important
        /// On the phone before it connected.
        case preExisting = "pre_existing"
    }

    package let flag: Flag
    /// Whether the flag must be absent.
    package let isAbsent: Bool

    package init(_ flag: Flag, isAbsent: Bool = false) {
        self.flag = flag
        self.isAbsent = isAbsent
    }

    func holds(for flags: EventFlags) -> Bool {
        let isThere =
            switch flag {
            case .silent: flags.contains(.silent)
            case .important: flags.contains(.important)
            case .preExisting: flags.contains(.preExisting)
            }
        return isThere != isAbsent
    }
}
