internal import Linux
internal import Notices

extension HistoryReader {
    /// Exports the history as JSON Lines until `take` returns false.
    ///
    /// The order is: header, links, beacon events, battery levels, and notifications, oldest first.
    ///
    /// - Parameter filter: selection of notifications; the others are limited to the same time and
    ///   phones, and omitted if apps, categories or calls are selected
    package func export(
        _ filter: HistoryFilter = HistoryFilter(), _ take: ([UInt8]) -> Bool
    ) throws(HistoryError) {
        guard take(HistoryLine.header()) else { return }
        var wantsMore = true
        if filter.apps.isEmpty, filter.categories.isEmpty, !filter.onlyCalls, !filter.onlyMissed {
            try HistoryError.translate { () throws(DatabaseError) in
                wantsMore = try exportLinks(filter, take)
            }
            if wantsMore { wantsMore = try exportSightings(filter, take) }
            if wantsMore { wantsMore = try exportLevels(filter, take) }
        }
        guard wantsMore else { return }
        try notices(after: nil, filter) { take(HistoryLine.line(of: $0)) }
    }

    private func exportLinks(
        _ filter: HistoryFilter, _ take: ([UInt8]) -> Bool
    ) throws(DatabaseError) -> Bool {
        let phones = filter.phones.isEmpty ? nil : try database.phones(called: filter.phones)
        var wantsMore = true
        try database.rows(
            "SELECT phone, began, ended FROM link WHERE ended >= ? AND began < ?"
                + " ORDER BY began, number",
            [
                .integer(filter.since?.milliseconds ?? .min),
                .integer(filter.until?.milliseconds ?? .max),
            ]
        ) { (row) throws(DatabaseError) in
            guard phones?.contains(row.integer(0)) ?? true else { return true }
            let phone = try phone(row.integer(0))
            let span = LinkSpan(
                phone: phone.name, began: WallTime(milliseconds: row.integer(1)),
                ended: WallTime(milliseconds: row.integer(2)))
            wantsMore = take(HistoryLine.line(of: span, bond: phone.bond))
            return wantsMore
        }
        return wantsMore
    }

    private func exportLevels(
        _ filter: HistoryFilter, _ take: ([UInt8]) -> Bool
    ) throws(HistoryError) -> Bool {
        var wantsMore = true
        try levels(
            BatteryFilter(since: filter.since, until: filter.until, phones: filter.phones)
        ) { level in
            wantsMore = take(HistoryLine.line(of: level))
            return wantsMore
        }
        return wantsMore
    }

    private func exportSightings(
        _ filter: HistoryFilter, _ take: ([UInt8]) -> Bool
    ) throws(HistoryError) -> Bool {
        var wantsMore = true
        try sightingsOldestFirst(
            SightingFilter(since: filter.since, until: filter.until, phones: filter.phones)
        ) { sighting in
            wantsMore = take(HistoryLine.line(of: sighting))
            return wantsMore
        }
        return wantsMore
    }
}
