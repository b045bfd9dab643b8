/// The word that somebody who wrote another one probably meant.
package enum NearMatch {
    /// Words longer than this are not compared.
    private static let longestWord = 64

    /// The word among these that differs least, if one is near enough to be meant.
    package static func find(for word: String, among candidates: [String]) -> String? {
        let word = Array(word.lowercased().utf8)
        guard !word.isEmpty, word.count <= longestWord else { return nil }
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let other = Array(candidate.lowercased().utf8)
            guard other.count <= longestWord else { continue }
            // A word that somebody shortened is near, however much is missing.
            let isShortened = word.count >= 3 && other.starts(with: word)
            let distance = isShortened ? 1 : distance(word, other)
            let isNear = distance <= max(1, max(word.count, other.count) / 3)
            if isNear, distance < other.count, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.candidate
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
