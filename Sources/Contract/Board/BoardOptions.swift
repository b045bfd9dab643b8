package import Notices

/// Contents of one display, independent of its layout.
package struct BoardOptions: Hashable, Sendable {
    /// Level of detail of a notification.
    package enum Detail: String, Hashable, Sendable, CaseIterable {
        case full
        /// Sender and kind, without the text.
        case names
        /// Only the number of notifications.
        case counts
    }

    package var detail: Detail
    /// Hours in which no new notifications appear.
    package var quietHours: Hours?
    /// Whether quiet hours also hide calls.
    package var quietCalls: Bool
    /// Categories shown, all if empty; a notification already shown is followed to its end.
    package var categories: Set<Category>
    /// How rows are grouped.
    package var grouping: RowGrouping
    /// Treatment of notifications and calls that are delivered silently.
    package var silence: Silence
    /// Whether one-time codes are legible.
    package var codes: CodeDisplay
    /// Whether each call and notification names its phone.
    package var namesPhones: Bool

    /// Options that show everything except one-time codes at any time by default.
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
