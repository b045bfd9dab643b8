import ANCS

extension Category {
    /// Words for categories in rules: names first, then labels in lower case.
    package static let words: [String] = {
        let known = (CategoryID.other.rawValue...CategoryID.activeCall.rawValue)
            .map { Category(CategoryID(rawValue: $0)) }
        var words = known.map(\.name)
        for label in known.map({ $0.label.lowercased() }) where !words.contains(label) {
            words.append(label)
        }
        return words
    }()
}
