import Linux
import Notices
import Settings

/// Length of a mute as written on the command line.
struct MuteTime: Hashable {
    /// Length in seconds; nil if an end is given.
    let seconds: Int?
    /// End of the mute; nil if a length is given.
    let until: WallTime?

    /// Allowed values, for error messages.
    static let possible = "a time such as 30m, 2h or 3d, at most 30d, today, or until 18:00"

    private static let lengths = ValueSyntax<Duration>.duration(.seconds(1)...Mutes.longest)

    /// Parses the words after the app; returns nil if they are invalid.
    ///
    /// - Parameter now: start of the mute.
    init?(_ words: [String], now: WallTime) {
        // All words may be quoted as one argument.
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
            // Such as 2h, or 2 hours.
            guard let length = try? Self.lengths.read(words.joined(separator: " ")) else {
                return nil
            }
            (seconds, until) = (Int(length.components.seconds), nil)
        }
    }

    /// Returns the next time at which the clock shows this minute of the day.
    private static func next(minute: Int, after now: WallTime) -> WallTime? {
        let today = now.local
        // A day beyond the end of the month becomes one of the next month.
        return (0...1).lazy.compactMap { days in
            WallTime(
                year: today.year, month: today.month, day: today.day + days + minute / 1440,
                hour: minute % 1440 / 60, minute: minute % 60, second: 0)
        }.first { $0.milliseconds > now.milliseconds }
    }
}
