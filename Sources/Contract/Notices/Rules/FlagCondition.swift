internal import ANCS

/// What a phone must say of a notice beside its words, or must not.
package struct FlagCondition: Hashable, Sendable {
    /// What a phone may say.
    package enum Flag: String, Hashable, Sendable, CaseIterable {
        /// It is delivered in silence, as with Focus; phones say so of what was there before as well.
        case silent
        /// It matters.
        case important
        /// It was there before the phone came.
        case preExisting = "pre_existing"
    }

    /// What the phone says.
    package let flag: Flag
    /// Whether the phone must not say so.
    package let isAbsent: Bool

    /// That a phone says so, or that it does not.
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
