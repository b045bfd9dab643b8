extension String {
    /// Its beginning, of whole characters that have no more scalars than that: those are what Home Assistant counts.
    func cut(toScalars limit: Int) -> String {
        var count = 0
        return String(
            prefix { character in
                count += character.unicodeScalars.count
                return count <= limit
            })
    }
}
