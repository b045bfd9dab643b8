/// The word that somebody who wrote another one probably meant.
package enum NearMatch {
    /// Words longer than this are not compared.
    private static let longestWord = 64

    /// The word among these that differs least, if one is near enough to be meant.
    package static func find(for word: String, among candidates: [String]) -> String? {
        nearest(to: word, among: candidates, atMost: 1).first
    }

    /// The words among these that differ least and are near enough to be meant, the nearest first.
    package static func nearest(
        to word: String, among candidates: [String], atMost limit: Int
    ) -> [String] {
        let word = Array(word.lowercased().utf8)
        guard !word.isEmpty, word.count <= longestWord else { return [] }
        var found: [(candidate: String, distance: Int)] = []
        for candidate in candidates where !found.contains(where: { $0.candidate == candidate }) {
            let other = Array(candidate.lowercased().utf8)
            guard other.count <= longestWord else { continue }
            // A word that somebody shortened is near, however much is missing.
            let isShortened = word.count >= 3 && other.starts(with: word)
            let distance = isShortened ? 1 : distance(word, other)
            let isNear = distance <= max(1, max(word.count, other.count) / 3)
            guard isNear, distance < other.count else { continue }
            let place = found.firstIndex { distance < $0.distance } ?? found.count
            guard place < limit else { continue }
            found.insert((candidate, distance), at: place)
            if found.count > limit { found.removeLast() }
        }
        // Beside one that is nearly the same, others are not meant.
        let farthest = (found.first?.distance ?? 0) + 1
        return found.filter { $0.distance <= farthest }.map(\.candidate)
    }

    /// How many letters must be put in, taken out, replaced or swapped with their neighbour.
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
