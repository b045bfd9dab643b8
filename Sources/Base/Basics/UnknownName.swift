/// A name that somebody gave and that nothing has, and those that were probably meant.
package struct UnknownName: Hashable, Sendable {
    /// Names that are suggested at most.
    package static let limit = 3

    /// The name that was given.
    package let name: String
    /// Names that are nearly the same, the nearest first.
    package let near: [String]

    /// Nil where one of the names is this one, whatever the case.
    ///
    /// - Parameter names: all that there are, as people may be shown them.
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

    /// What stands behind a sentence about it: `; did you mean 'Mail' or 'Maps'?`, or nothing.
    package var advice: String {
        guard let last = near.last.map({ "'\($0)'" }) else { return "" }
        let others = near.dropLast().map { "'\($0)'" }.joined(separator: ", ")
        return "; did you mean " + (others.isEmpty ? "" : others + " or ") + last + "?"
    }
}
