package import Linux
package import Statistics

extension HistoryReader {
    /// What the notices of a time come to, and what else was kept of it.
    ///
    /// - Parameter filter: which notices count, and of which time.
    package func figures(
        _ filter: HistoryFilter, now: WallTime = .now
    ) throws(HistoryError) -> StatisticsFigures {
        // Days before the first notice, and those to come, say nothing.
        var since = filter.since
        if let start = since, let oldest = try oldest(filter.order),
            start.milliseconds < oldest.milliseconds
        {
            since = oldest
        }
        let until = filter.until.map { $0.milliseconds < now.milliseconds ? $0 : now }
        var statistics = Statistics(since: since, until: until)
        try facts(filter) { statistics.add($0) }
        try links(since: filter.since, until: filter.until) { statistics.add($0) }
        try sightings(forStatisticsSince: since, until: until) { sighting in
            statistics.add(sighting.news, at: sighting.at)
        }
        statistics.end(knowingUntil: try lastMoment())
        return statistics.figures()
    }

    /// When the history begins.
    private func oldest(_ order: HistoryOrder) throws(HistoryError) -> WallTime? {
        let moments = [try oldestMoment(order), try oldestSighting()]
        return moments.compactMap(\.self).min { $0.milliseconds < $1.milliseconds }
    }
}
