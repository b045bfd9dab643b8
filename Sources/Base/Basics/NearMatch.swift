/// Suggestions for misspelled words.
package enum NearMatch {
    /// Longest word that is compared, in bytes.
    private static let longestWord = 64

    /// Returns the most similar candidate, or nil if none is similar enough.
    package static func find(for word: String, among candidates: [String]) -> String? {
        nearest(to: word, among: candidates, atMost: 1).first
    }

    /// Returns the candidates that are similar enough, the most similar first.
    ///
    /// At most a third of the longer word may differ, but always one letter. A candidate that the
    /// word abbreviates, with three letters or more, counts as one letter away.
    package static func nearest(
        to word: String, among candidates: [String], atMost limit: Int
    ) -> [String] {
        let word = Array(word.lowercased().utf8)
        guard !word.isEmpty, word.count <= longestWord else { return [] }
        var found: [(candidate: String, distance: Int)] = []
        for candidate in candidates where !found.contains(where: { $0.candidate == candidate }) {
            let other = Array(candidate.lowercased().utf8)
            guard other.count <= longestWord else { continue }
            // An abbreviation counts as near, however many characters are missing.
            let isShortened = word.count >= 3 && other.starts(with: word)
            let distance = isShortened ? 1 : distance(word, other)
            let isNear = distance <= max(1, max(word.count, other.count) / 3)
            guard isNear, distance < other.count else { continue }
            let place = found.firstIndex { distance < $0.distance } ?? found.count
            guard place < limit else { continue }
            found.insert((candidate, distance), at: place)
            if found.count > limit { found.removeLast() }
        }
        // If one candidate is nearly the same, clearly worse ones are dropped.
        let farthest = (found.first?.distance ?? 0) + 1
        return found.filter { $0.distance <= farthest }.map(\.candidate)
    }

    /// Returns the number of insertions, deletions, replacements and swaps of neighbours between
    /// two words.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var before: [Int] = []
        var previous = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let replacing = previous[column] + (left[row] == right[column] ? 0 : 1)
                var cost = min(replacing, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    cost = min(cost, before[column - 1] + 1)
                }
                current.append(cost)
            }
            (before, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
