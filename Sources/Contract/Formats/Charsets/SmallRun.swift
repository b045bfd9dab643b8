/// A run of superscripts or subscripts; either all of them are shown as such, or none.
struct SmallRun {
    /// Maximum number of characters of a run examined; no real exponent or fraction is longer.
    static let longest = 64

    private let glyphs: ArraySlice<Glyph>
    /// The two characters after the run.
    private let next: Glyph?
    private let afterNext: Glyph?

    /// Reads the run that begins at an index.
    init(in glyphs: [Glyph], from start: Int) {
        let place = glyphs[start].smallPlace
        self.glyphs = glyphs[start...].prefix(Self.longest + 1).prefix { $0.smallPlace == place }
        let end = self.glyphs.endIndex
        next = end < glyphs.count ? glyphs[end] : nil
        afterNext = end + 1 < glyphs.count ? glyphs[end + 1] : nil
    }

    /// Whether the charset can show the run as it is.
    var isOwn: Bool {
        glyphs.count <= Self.longest && !isNumerator
            && glyphs.allSatisfy { if case .small(_, _, .some) = $0.sign { true } else { false } }
    }

    /// Whether the run is the numerator of a fraction.
    var isNumerator: Bool {
        guard glyphs.first?.smallPlace == .above else { return false }
        switch next?.scalar {
        case "\u{2044}": return true
        case "/", "\u{2215}": return afterNext?.smallPlace == .below
        default: return false
        }
    }

    /// Whether the run is a number that modifies a preceding number, unlike in `3⁺` and `2ⁿᵈ`.
    var isNumber: Bool {
        if glyphs.contains(where: { $0.scalar.properties.numericType != nil }) { return true }
        return glyphs.contains { $0.scalar == "ⁿ" }
            && next?.scalar.properties.generalCategory != .modifierLetter
    }
}
