/// An unknown name that a user gave, with suggestions.
package struct UnknownName: Hashable, Sendable {
    /// Maximum number of suggestions.
    package static let limit = 3

    /// The name as given.
    package let name: String
    /// Similar names, the most similar first.
    package let near: [String]

    /// Returns nil if one of the names equals this one, ignoring case.
    ///
    /// - Parameter names: all valid names, spelled as they are suggested.
    package init?(_ name: String, among names: some Sequence<String>) {
        let wanted = name.lowercased()
        var others: [String] = []
        for other in names {
            guard other.lowercased() != wanted else { return nil }
            others.append(other)
        }
        self.name = name
        near = NearMatch.nearest(to: name, among: others.sorted(), atMost: Self.limit)
    }

    /// Suffix of an error message: `; did you mean 'Mail' or 'Maps'?`, or empty.
    package var advice: String {
        guard let last = near.last.map({ "'\($0)'" }) else { return "" }
        let others = near.dropLast().map { "'\($0)'" }.joined(separator: ", ")
        return "; did you mean " + (others.isEmpty ? "" : others + " or ") + last + "?"
    }
}
