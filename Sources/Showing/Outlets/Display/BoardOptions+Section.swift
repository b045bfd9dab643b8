package import Board
import Linux
package import Notices
package import Settings

extension BoardOptions {
    /// Creates the display options of a configuration section.
    package init(_ section: SectionValues) {
        self.init(
            detail: section[DisplayKeys.detail],
            quietHours: section[DisplayKeys.quietHours].map {
                Hours($0, on: section[OutletKeys.quietDays].flatMap(\.days))
            },
            quietCalls: section[OutletKeys.quietCalls],
            categories: Set(section[DisplayKeys.categories].compactMap(Category.init)),
            grouping: section[DisplayKeys.grouping], silence: section[OutletKeys.silent],
            codes: section[DisplayKeys.codes])
    }

    /// Whether quiet hours are in effect now.
    package var isQuiet: Bool { quietHours?.contains(.now) ?? false }
}

extension Hours {
    /// Creates a span of the day on some days, or on all days if the list is empty.
    package init(_ span: TimeSpan, on days: [Weekday] = []) {
        self.init(from: span.start.minute, to: span.end.minute, days: Set(days))
    }
}
