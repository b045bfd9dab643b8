/// A dot at half height among its neighbours: of a price, of a product, or between words.
struct MiddleDot {
    /// How far a number is looked at on either side.
    static let reach = 16

    private let before: ArraySlice<Glyph>
    private let after: ArraySlice<Glyph>

    init(in glyphs: [Glyph], at index: Int) {
        before = glyphs[..<index].suffix(Self.reach)
        after = glyphs[(index + 1)...].prefix(Self.reach)
    }

    /// What stands for it; never a minus between numbers, and a decimal point in prices alone.
    var text: String {
        let isAfterDigit = before.last?.isDigit ?? false
        let isBeforeDigit = after.first?.isDigit ?? false
        if isAfterDigit && isBeforeDigit { return isPrice || isOneOfSeveral ? "." : "*" }
        if isAfterDigit || isBeforeDigit {
            let other = isAfterDigit ? after.first : before.last
            if let other, other.sign != .space { return "*" }
        }
        let last = before.last { $0.sign != .space }
        let next = after.first { $0.sign != .space }
        return last?.isDigit ?? false && next?.isDigit ?? false ? "*" : "-"
    }

    /// Whether the number that the dot is in has a currency before or behind it.
    private var isPrice: Bool {
        let left = before.reversed().drop { $0.isDigit }
        let right = after.drop { $0.isDigit }
        // What is raised makes it a power of something, and no price.
        if right.first?.smallPlace != nil { return false }
        return left.currency || right.currency
    }

    /// Whether another dot is in the same number.
    private var isOneOfSeveral: Bool {
        before.reversed().drop { $0.isDigit }.first?.sign == .dot
            || after.drop { $0.isDigit }.first?.sign == .dot
    }
}

extension Glyph {
    fileprivate var isDigit: Bool { scalar.properties.numericType == .decimal }
}

extension Collection<Glyph> {
    /// Whether a currency is what comes first, or after a space.
    fileprivate var currency: Bool {
        let nearest = first?.sign == .space ? dropFirst().first : first
        return nearest?.scalar.properties.generalCategory == .currencySymbol
    }
}
