extension String {
    /// Prefix of whole characters with at most `limit` Unicode scalars.
    package func cut(toScalars limit: Int) -> String {
        var count = 0
        return String(
            prefix { character in
                count += character.unicodeScalars.count
                return count <= limit
            })
    }
}
