import Board
import Linux
import Notices
import Outlets
import Settings

extension BoardOptions {
    /// What a display's section says of what is shown.
    init(_ section: SectionValues) {
        self.init(
            detail: section[SettingsKeys.detail],
            quietHours: section[SettingsKeys.displayQuietHours].map {
                Hours($0, on: section[SettingsKeys.quietDays])
            },
            quietCalls: section[SettingsKeys.quietCalls],
            categories: Set(section[SettingsKeys.displayCategories].compactMap(Category.init)),
            grouping: section[SettingsKeys.grouping], silence: section[SettingsKeys.silent])
    }

    /// Whether quiet hours hold now.
    var isQuiet: Bool { quietHours?.contains(.now) ?? false }
}

extension Hours {
    /// A span of the day, on some days or, where there are none, on all.
    init(_ span: TimeSpan, on days: [Weekday] = []) {
        self.init(from: span.start.minute, to: span.end.minute, days: Set(days))
    }
}
