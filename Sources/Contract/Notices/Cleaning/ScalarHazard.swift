/// Reason why a scalar of untrusted text must not be output unchanged.
package enum ScalarHazard: Hashable, Sendable, CaseIterable {
    /// Begins escape sequences, moves the cursor or rings the bell.
    case control
    /// Moves to the next tab stop.
    case tab
    /// Ends a line, at least for some readers.
    case lineBreak
    /// Changes the direction of the surrounding text, which can disguise it.
    case direction
    /// Takes no room, and hides, splits or blanks out text.
    case invisible
    /// Spells the region of a flag emoji, and is invisible anywhere else.
    case tag
    /// Not an assigned character.
    case unassigned

    /// Table shared by all outputs, in ascending order.
    ///
    /// Joiners, variation selectors and marks are kept, since emoji, Persian and Indic text depend on them.
    private static let table: [(range: ClosedRange<UInt32>, hazard: ScalarHazard)] = [
        (0x00...0x08, .control),
        (0x09...0x09, .tab),
        (0x0A...0x0D, .lineBreak),  // LF VT FF CR
        (0x0E...0x1F, .control),
        (0x7F...0x84, .control),
        (0x85...0x85, .lineBreak),  // NEL
        (0x86...0x9F, .control),
        (0xAD...0xAD, .invisible),  // soft hyphen, which terminals show or hide as they like
        (0x061C...0x061C, .direction),  // ALM
        (0x200B...0x200B, .invisible),  // zero width space
        (0x200E...0x200F, .direction),  // LRM RLM
        (0x2028...0x2029, .lineBreak),
        (0x202A...0x202E, .direction),  // LRE RLE PDF LRO RLO
        (0x2060...0x2064, .invisible),  // word joiner, invisible operators
        (0x2066...0x2069, .direction),  // LRI RLI FSI PDI
        (0x206A...0x206F, .invisible),  // deprecated format characters
        (0x3164...0x3164, .invisible),  // Hangul filler, used for blank names
        (0xFEFF...0xFEFF, .invisible),  // byte order mark
        (0xFFA0...0xFFA0, .invisible),  // half-width Hangul filler
        (0xFFF9...0xFFFB, .invisible),  // interlinear annotation
        (0x1BCA0...0x1BCA3, .invisible),  // shorthand format controls
        (0x1D173...0x1D17A, .invisible),  // musical format controls
        (0xE0001...0xE0001, .invisible),  // language tag
        (0xE0020...0xE007F, .tag),
    ]

    /// Range reserved by Unicode for emoji; unassigned ones may come from a newer phone.
    private static let reservedPictures: ClosedRange<UInt32> = 0x1F000...0x1FAFF

    fileprivate init?(of scalar: Unicode.Scalar) {
        let value = scalar.value
        if (0x20...0x7E).contains(value) { return nil }
        for (range, hazard) in Self.table where value <= range.upperBound {
            guard value >= range.lowerBound else { break }
            self = hazard
            return
        }
        guard scalar.properties.generalCategory == .unassigned,
            !Self.reservedPictures.contains(value)
        else { return nil }
        self = .unassigned
    }
}

extension Unicode.Scalar {
    /// Reason why this scalar must not be shown; nil if it is safe.
    package var hazard: ScalarHazard? { ScalarHazard(of: self) }
}
