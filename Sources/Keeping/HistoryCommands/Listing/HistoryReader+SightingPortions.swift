import History

extension HistoryReader {
    /// Rows per read; the file is unlocked between reads.
    private static let portion = 256

    /// Passes beacon events to `take`, newest first, until it returns false.
    func inPortions(
        _ filter: SightingFilter, _ take: (Sighting) -> Bool
    ) throws(HistoryError) {
        var filter = filter
        var left = filter.limit ?? .max
        while left > 0 {
            filter.limit = min(left, Self.portion)
            var portion: [Sighting] = []
            try sightings(filter) { sighting in
                portion.append(sighting)
                return true
            }
            for sighting in portion where !take(sighting) { return }
            guard let last = portion.last, portion.count == filter.limit else { return }
            filter.before = last.place
            left -= portion.count
        }
    }

    /// Whether a beacon event matches.
    func hasSighting(_ filter: SightingFilter) throws(HistoryError) -> Bool {
        var (filter, isThere) = (filter, false)
        filter.limit = 1
        try sightings(filter) { _ in
            isThere = true
            return false
        }
        return isThere
    }
}
