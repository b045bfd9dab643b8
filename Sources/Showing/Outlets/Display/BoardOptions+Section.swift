package import Board
import Linux
package import Notices
package import Settings

extension BoardOptions {
    /// What a display's section says of what is shown.
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

    /// Whether quiet hours hold now.
    package var isQuiet: Bool { quietHours?.contains(.now) ?? false }
}

extension Hours {
    /// A span of the day, on some days or, where there are none, on all.
    package init(_ span: TimeSpan, on days: [Weekday] = []) {
        self.init(from: span.start.minute, to: span.end.minute, days: Set(days))
    }
}
