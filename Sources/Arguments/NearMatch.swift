/// Finds what somebody probably meant to type.
enum NearMatch {
    /// Longer words are not typing errors, and comparing them takes time.
    private static let longestWord = 64

    /// The candidate nearest to a word, where one is near enough: one error in every three
    /// characters, or the beginning of only one candidate.
    static func of(_ word: String, among candidates: [String]) -> String? {
        let typed = Array(word.unicodeScalars)
        guard !typed.isEmpty, typed.count <= longestWord else { return nil }
        let nearest =
            candidates
            .map { (candidate: $0, distance: distance(typed, Array($0.unicodeScalars))) }
            .min { $0.distance < $1.distance }
        if let nearest, nearest.distance <= max(1, typed.count / 3),
            nearest.distance < nearest.candidate.unicodeScalars.count
        {
            return nearest.candidate
        }
        let completions = candidates.filter { $0.hasPrefix(word) }
        return typed.count > 1 && completions.count == 1 ? completions.first : nil
    }

    /// How many insertions, deletions, changes and swaps of neighbours lead from one to the other
    /// (Damerau and Levenshtein's distance, where no part is edited twice).
    static func distance(_ from: [Unicode.Scalar], _ to: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...to.count)
        for row in from.indices {
            var current = [row + 1]
            for column in to.indices {
                let isSame = from[row] == to[column]
                var cost = min(
                    last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[to.count]
    }
}
