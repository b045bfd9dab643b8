package import Linux

extension HistoryReader {
    /// Returns the statistics of a time range.
    ///
    /// - Parameter filter: selection of notifications and the time range
    package func figures(
        _ filter: HistoryFilter, now: WallTime = .now
    ) throws(HistoryError) -> StatisticsFigures {
        // Days before the first row and future days are excluded.
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

    /// Returns the time of the oldest row.
    private func oldest(_ order: HistoryOrder) throws(HistoryError) -> WallTime? {
        let moments = [try oldestMoment(order), try oldestSighting()]
        return moments.compactMap(\.self).min { $0.milliseconds < $1.milliseconds }
    }
}
