import History

extension HistoryReader {
    /// Sightings that are read at once; between two portions the file is free.
    private static let portion = 256

    /// Hands over what was told of beacons, the newest first, until `take` has had enough.
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

    /// Whether there is any.
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
