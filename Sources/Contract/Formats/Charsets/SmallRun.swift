/// Signs above or below the line that stand together: all of them are the charset's own, or none.
struct SmallRun {
    /// How far a run is looked at; a longer one has no power and no fraction that anybody means.
    static let longest = 64

    private let glyphs: ArraySlice<Glyph>
    /// What comes after the run, and after that.
    private let next: Glyph?
    private let afterNext: Glyph?

    /// The run that begins at this place.
    init(in glyphs: [Glyph], from start: Int) {
        let place = glyphs[start].smallPlace
        self.glyphs = glyphs[start...].prefix(Self.longest + 1).prefix { $0.smallPlace == place }
        let end = self.glyphs.endIndex
        next = end < glyphs.count ? glyphs[end] : nil
        afterNext = end + 1 < glyphs.count ? glyphs[end + 1] : nil
    }

    /// Whether the charset shows the run as it is.
    var isOwn: Bool {
        glyphs.count <= Self.longest && !isNumerator
            && glyphs.allSatisfy { if case .small(_, _, .some) = $0.sign { true } else { false } }
    }

    /// Whether it is what stands above a stroke.
    var isNumerator: Bool {
        guard glyphs.first?.smallPlace == .above else { return false }
        switch next?.scalar {
        case "\u{2044}": return true
        case "/", "\u{2215}": return afterNext?.smallPlace == .below
        default: return false
        }
    }

    /// Whether it is a number, which means something to one before it: `3⁺` and `2ⁿᵈ` are none.
    var isNumber: Bool {
        if glyphs.contains(where: { $0.scalar.properties.numericType != nil }) { return true }
        return glyphs.contains { $0.scalar == "ⁿ" }
            && next?.scalar.properties.generalCategory != .modifierLetter
    }
}
