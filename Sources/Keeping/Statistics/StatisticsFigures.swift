internal import ANCS
package import Linux
package import Notices

/// What the statistics come to.
package struct StatisticsFigures: Hashable, Sendable {
    /// One day, and what came on it.
    package struct Day: Hashable, Sendable {
        /// The day.
        package let day: LocalDay
        /// Notices that came on it.
        package let notices: Int
        /// Calls that rang on it.
        package let calls: Int
        /// Those of them that nobody took.
        package let missed: Int
    }

    /// One caller, known by the exact bytes of the title.
    package struct Caller: Hashable, Sendable {
        /// The caller, as the phone's title had it.
        package let title: Text
        /// Their calls.
        package let calls: Int
        /// Those of them that nobody took.
        package let missed: Int
    }

    /// One app, known by the exact bytes of its identifier.
    package struct App: Hashable, Sendable {
        /// The bundle identifier.
        package let appID: Text
        /// What the app is called, where a phone told.
        package let name: Text?
        /// Its notices.
        package let notices: Int
    }

    /// One phone.
    package struct Phone: Hashable, Sendable {
        /// What people call the phone.
        package let name: String
        /// What came from it.
        package let notices: Int
        /// For how long it was connected.
        package let connected: Duration
        /// The part of the span during which it was connected, from 0 to 1; nil where that is empty.
        package let share: Double?
    }

    /// How many notices one category has.
    package struct Kind: Hashable, Sendable {
        /// The category.
        package let category: Category
        /// What came of it.
        package let notices: Int
    }

    /// How many calls had which outcome.
    package struct Calls: Hashable, Sendable {
        /// Calls that somebody took.
        package let answered: Int
        /// Calls that nobody took, as the phone says.
        package let missed: Int
        /// Declined from here.
        package let declined: Int
        /// Rang no longer, and the phone told no more.
        package let stopped: Int

        /// All calls, whatever became of them.
        package var total: Int { answered + missed + declined + stopped }

        /// The part of all calls that nobody took, from 0 to 1; nil where there was none.
        package var missedRatio: Double? {
            total > 0 ? Double(missed) / Double(total) : nil
        }
    }

    /// The time that all this is about; nil where there is nothing.
    package let from: WallTime?
    /// When that time ends; nil where there is nothing.
    package let until: WallTime?
    /// Each day of that time, also those on which nothing came.
    package let days: [Day]
    /// All that came in that time.
    package let notices: Int
    /// What became of the calls.
    package let calls: Calls
    /// Notices by the day of the week, Monday first, and the hour of the day.
    package let heat: [[Int]]
    /// The categories, the most frequent one first.
    package let kinds: [Kind]
    /// The most frequent callers, the most frequent one first.
    package let callers: [Caller]
    /// By how much each caller's count may be too small.
    package let callersShortfall: Int
    /// The most frequent apps, the most frequent one first.
    package let apps: [App]
    /// By how much each app's count may be too small.
    package let appsShortfall: Int
    /// The phones, each with its time.
    package let phones: [Phone]
    /// The persons whose phones are beacons, by name.
    package let people: [Person]
    /// The things and regions: what left most often comes first.
    package let things: [CountedItem]
    /// The median of how long calls rang, in seconds.
    package let medianRing: Double?
    /// The median of how long calls were talked, in seconds.
    package let medianTalk: Double?
    /// How long all calls together were talked.
    package let talked: Duration
    /// The median of notices on a day.
    package let medianNotices: Double?
    /// The day with the most notices, the first of them.
    package let busiest: Day?
    /// Rows whose time was not plausible.
    package let leftOut: Int
}

extension Statistics {
    /// What has been counted so far.
    ///
    /// - Parameter top: how many callers and apps to name.
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
