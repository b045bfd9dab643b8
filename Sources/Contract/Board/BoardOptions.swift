package import Notices

/// What one display shows, apart from how it looks there.
package struct BoardOptions: Hashable, Sendable {
    /// How much of a notice is shown.
    package enum Detail: String, Hashable, Sendable, CaseIterable {
        /// All of it.
        case full
        /// Who and what kind of thing, without what it says.
        case names
        /// How many there are.
        case counts
    }

    /// How much of a notice is shown.
    package var detail: Detail
    /// When nothing new is shown.
    package var quietHours: Hours?
    /// Whether calls, too, are not shown then.
    package var quietCalls: Bool
    /// The categories that are shown, all where it is empty; what was shown is followed to its end.
    package var categories: Set<Category>
    /// Which rows are folded into one.
    package var grouping: RowGrouping
    /// What becomes of notices and calls that are delivered in silence.
    package var silence: Silence
    /// Whether one-time codes are legible.
    package var codes: CodeDisplay
    /// Whether it is said of each call and each notice on which phone it is.
    package var namesPhones: Bool

    /// All but one-time codes is shown at any time, unless something else is said.
    package init(
        detail: Detail = .full, quietHours: Hours? = nil, quietCalls: Bool = false,
        categories: Set<Category> = [], grouping: RowGrouping = .thread,
        silence: Silence = .quiet, codes: CodeDisplay = .hide, namesPhones: Bool = false
    ) {
        self.detail = detail
        self.quietHours = quietHours
        self.quietCalls = quietCalls
        self.categories = categories
        self.grouping = grouping
        self.silence = silence
        self.codes = codes
        self.namesPhones = namesPhones
    }
}
