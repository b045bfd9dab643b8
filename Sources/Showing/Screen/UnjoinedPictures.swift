extension StringProtocol {
    /// Returns the text with joined emoji split into their parts, as 👩🚒 for a woman firefighter.
    ///
    /// Some terminals draw such an emoji in two columns and others draw all its parts, which cannot
    /// be queried. Without joiners, every terminal draws all parts, in as many columns as are
    /// counted.
    func withPicturesApart() -> String {
        guard utf8.contains(0x8D), unicodeScalars.contains(where: \.isJoiner) else {
            return String(self)
        }
        var apart = String.UnicodeScalarView()
        var scalars = unicodeScalars.makeIterator()
        var next = scalars.next()
        while let scalar = next {
            next = scalars.next()
            // Some scripts join characters by the same code point.
            if scalar.isJoiner, apart.last?.isOfPicture ?? false, next?.isOfPicture ?? false {
                continue
            }
            apart.append(scalar)
        }
        return String(apart)
    }
}

extension Unicode.Scalar {
    fileprivate var isJoiner: Bool { self == "\u{200D}" }

    /// Whether this is an emoji, or a selector that changes the one before it.
    fileprivate var isOfPicture: Bool {
        self == "\u{FE0F}" || value > 0x2000 && properties.isEmoji
    }
}
