extension StringProtocol {
    /// The text with the parts of joined pictures beside each other, as 👩🚒 for a woman firefighter.
    ///
    /// Some terminals draw such a picture in two columns and others all its parts, and nobody can ask which: on the former a hole
    /// would be left behind it. Without the joiners every terminal draws all parts, in as many columns as are counted.
    func withPicturesApart() -> String {
        guard utf8.contains(0x8D), unicodeScalars.contains(where: \.isJoiner) else {
            return String(self)
        }
        var apart = String.UnicodeScalarView()
        var scalars = unicodeScalars.makeIterator()
        var next = scalars.next()
        while let scalar = next {
            next = scalars.next()
            // Writing systems join letters by the same sign.
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

    /// Whether this is a picture, or a sign that changes the one before it.
    fileprivate var isOfPicture: Bool {
        self == "\u{FE0F}" || value > 0x2000 && properties.isEmoji
    }
}
