extension String {
    /// Prefix of whole characters with at most `limit` Unicode scalars, which is how Home Assistant counts.
    func cut(toScalars limit: Int) -> String {
        var count = 0
        return String(
            prefix { character in
                count += character.unicodeScalars.count
                return count <= limit
            })
    }
}
