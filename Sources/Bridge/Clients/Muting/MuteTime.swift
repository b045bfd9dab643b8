import Linux
import Notices
import Settings

/// For how long a person wants an app muted, as they write it.
struct MuteTime: Hashable {
    /// For so long; nil where it is until a moment.
    let seconds: Int?
    /// Until then.
    let until: WallTime?

    /// What is possible, as it reads after "wants".
    static let possible = "a time such as 30m, 2h or 3d, at most 30d, today, or until 18:00"

    private static let lengths = ValueSyntax<Duration>.duration(.seconds(1)...Mutes.longest)

    /// Reads what follows the app; nil where it makes no sense.
    ///
    /// - Parameter now: the moment from which it counts.
    init?(_ words: [String], now: WallTime) {
        // Somebody may have put all of it in one pair of quotation marks.
        var words = words.flatMap { $0.split(separator: " ").map(String.init) }
        if words.first == "for", words.count > 1 { words.removeFirst() }
        switch words {
        case []:
            (seconds, until) = (Int(Mute.usualTime.components.seconds), nil)
        case ["today"]:
            (seconds, until) = (nil, Self.next(minute: 1440, after: now))
        case let words where words.first == "until" && words.count == 2:
            guard let clock = try? ValueSyntax<TimeOfDay>.timeOfDay.read(words[1]) else {
                return nil
            }
            (seconds, until) = (nil, Self.next(minute: clock.minute, after: now))
        default:
            // Such as 2h, and 2 hours.
            guard let length = try? Self.lengths.read(words.joined(separator: " ")) else {
                return nil
            }
            (seconds, until) = (Int(length.components.seconds), nil)
        }
    }

    /// The next moment at which the clock shows this.
    private static func next(minute: Int, after now: WallTime) -> WallTime? {
        let today = now.local
        // A day that the month does not have is one of the next month.
        return (0...1).lazy.compactMap { days in
            WallTime(
                year: today.year, month: today.month, day: today.day + days + minute / 1440,
                hour: minute % 1440 / 60, minute: minute % 60, second: 0)
        }.first { $0.milliseconds > now.milliseconds }
    }
}
