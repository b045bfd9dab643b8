import Arguments
import Board
import Linux
import Notices
import Outlets
import Settings

/// A display, as the configuration has it.
protocol DisplayPlan: OutletPlan {
    /// The kind of display: the first word of its section's header.
    static var section: Section { get }

    /// What is shown on it.
    var board: BoardOptions { get }
    /// Where it is, for people.
    var whereabouts: String { get }

    init(_ section: SectionValues)
}

extension DisplayPlan {
    /// What it is called in sentences and in the status.
    var title: String {
        "\(kind) (\(whereabouts.printable))"
    }

    /// Its section's header without brackets, by which it is named.
    var kind: String {
        ([Self.section.name] + (name.isEmpty ? [] : [name.printable])).joined(separator: " ")
    }
}

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
}

extension Hours {
    /// A span of the day, on some days or, where there are none, on all.
    init(_ span: TimeSpan, on days: [Weekday] = []) {
        self.init(from: span.start.minute, to: span.end.minute, days: Set(days))
    }
}
