internal import ANCS
package import Linux
package import Notices

/// Results of the statistics.
package struct StatisticsFigures: Hashable, Sendable {
    /// One day with its counts.
    package struct Day: Hashable, Sendable {
        package let day: LocalDay
        package let notices: Int
        package let calls: Int
        /// Number of missed calls.
        package let missed: Int
    }

    /// One caller, identified by the exact bytes of the title.
    package struct Caller: Hashable, Sendable {
        /// Title as sent by the phone.
        package let title: Text
        package let calls: Int
        /// Number of missed calls.
        package let missed: Int
    }

    /// One app, identified by the exact bytes of its identifier.
    package struct App: Hashable, Sendable {
        package let appID: Text
        /// Display name of the app, if known.
        package let name: Text?
        package let notices: Int
    }

    /// One phone with its counts.
    package struct Phone: Hashable, Sendable {
        package let name: String
        package let notices: Int
        /// Total time connected.
        package let connected: Duration
        /// Share of the period connected, from 0 to 1; nil for an empty period.
        package let share: Double?
    }

    /// Count of one category.
    package struct Kind: Hashable, Sendable {
        package let category: Category
        package let notices: Int
    }

    /// Number of calls by outcome.
    package struct Calls: Hashable, Sendable {
        package let answered: Int
        /// Calls that the phone reported as missed.
        package let missed: Int
        /// Calls declined from this host.
        package let declined: Int
        /// Calls that stopped ringing without a further report.
        package let stopped: Int

        package var total: Int { answered + missed + declined + stopped }

        /// Share of missed calls, from 0 to 1; nil without calls.
        package var missedRatio: Double? {
            total > 0 ? Double(missed) / Double(total) : nil
        }
    }

    /// Beginning of the period; nil without data.
    package let from: WallTime?
    /// End of the period; nil without data.
    package let until: WallTime?
    /// All days of the period, including empty ones.
    package let days: [Day]
    /// Number of notifications in the period.
    package let notices: Int
    package let calls: Calls
    /// Notifications by weekday (Monday first) and hour.
    package let heat: [[Int]]
    /// The categories, most frequent first.
    package let kinds: [Kind]
    /// The most frequent callers, most frequent first.
    package let callers: [Caller]
    /// Largest possible error of a caller's count.
    package let callersShortfall: Int
    /// The most frequent apps, the most frequent one first.
    package let apps: [App]
    /// Largest possible error of an app's count.
    package let appsShortfall: Int
    /// The phones with their connected time, most notifications first.
    package let phones: [Phone]
    /// The residents, sorted by name.
    package let people: [Person]
    /// The items and regions, most departures first.
    package let things: [CountedItem]
    /// Median ring time in seconds.
    package let medianRing: Double?
    /// Median talk time in seconds.
    package let medianTalk: Double?
    /// Total talk time of all calls.
    package let talked: Duration
    /// Median number of notifications per day.
    package let medianNotices: Double?
    /// The first of the days with the most notifications.
    package let busiest: Day?
    /// Number of rows without a plausible time.
    package let leftOut: Int
}

extension Statistics {
    /// Returns the results so far.
    ///
    /// - Parameter top: limit of callers and of apps
    package func figures(top: Int = 10) -> StatisticsFigures {
        let from = since ?? first
        let until = until ?? last
        let days = days(from: from)
        let sorted = days.map(\.notices).sorted()
        let count = days.reduce(0) { $0 + $1.notices }
        return StatisticsFigures(
            from: from.map(WallTime.init), until: until.map(WallTime.init), days: days,
            notices: count,
            calls: StatisticsFigures.Calls(
                answered: outcomes[.answered] ?? 0, missed: outcomes[.missed] ?? 0,
                declined: outcomes[.declined] ?? 0, stopped: outcomes[.stopped] ?? 0),
            heat: (0..<7).map { Array(heat[$0 * 24..<$0 * 24 + 24]) },
            kinds: kinds,
            callers: callers.top(top).map {
                StatisticsFigures.Caller(
                    title: $0.name, calls: $0.tally.count, missed: $0.tally.missed)
            },
            callersShortfall: callers.shortfall,
            apps: apps.top(top).map {
                StatisticsFigures.App(
                    appID: $0.name, name: $0.tally.caption, notices: $0.tally.count)
            },
            appsShortfall: apps.shortfall,
            phones: phones(from: from, until: until),
            people: beacons.people(from: from, until: until, known: known),
            things: beacons.thingFigures,
            medianRing: ringTimes.median,
            medianTalk: talkTimes.median,
            talked: talkTimes.total,
            medianNotices: sorted.isEmpty
                ? nil
                : Double(sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2,
            busiest: count > 0 ? days.max { $0.notices < $1.notices } : nil,
            leftOut: leftOut)
    }

    private func days(from: Int64?) -> [StatisticsFigures.Day] {
        guard let from, let end = self.until.map({ $0 - 1 }) ?? lastInside else { return [] }
        let firstDay = LocalDay(WallTime(milliseconds: from))
        let lastDay = LocalDay(WallTime(milliseconds: end))
        guard firstDay <= lastDay else { return [] }
        return (firstDay.number...lastDay.number).map { number in
            let day = LocalDay(number: number)
            let tally = tally(of: day)
            return StatisticsFigures.Day(
                day: day, notices: tally.notices, calls: tally.calls, missed: tally.missed)
        }
    }

    private var kinds: [StatisticsFigures.Kind] {
        let some = categories.indices.filter { categories[$0] > 0 }
            .sorted { (categories[$1], $0) < (categories[$0], $1) }
        return some.map { number in
            StatisticsFigures.Kind(
                category: Category(CategoryID(rawValue: UInt8(number))),
                notices: categories[number])
        }
    }

    private func phones(from: Int64?, until: Int64?) -> [StatisticsFigures.Phone] {
        let span = (until ?? 0) - (from ?? 0)
        return phones.sorted { ($1.notices, $0.name) < ($0.notices, $1.name) }.map { phone in
            StatisticsFigures.Phone(
                name: phone.name, notices: phone.notices,
                connected: .milliseconds(phone.connected),
                share: span > 0 ? Double(phone.connected) / Double(span) : nil)
        }
    }
}
