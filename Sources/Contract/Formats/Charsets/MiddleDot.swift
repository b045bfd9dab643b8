/// A middle dot and its neighbours: in a price, in a product, or between words.
struct MiddleDot {
    /// Maximum number of characters of a number examined on either side.
    static let reach = 16

    private let before: ArraySlice<Glyph>
    private let after: ArraySlice<Glyph>

    init(in glyphs: [Glyph], at index: Int) {
        before = glyphs[..<index].suffix(Self.reach)
        after = glyphs[(index + 1)...].prefix(Self.reach)
    }

    /// Replacement: never a minus between numbers, and a point only in prices and in numbers with several dots.
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

    /// Whether a currency sign precedes or follows the number around the dot.
    private var isPrice: Bool {
        let left = before.reversed().drop { $0.isDigit }
        let right = after.drop { $0.isDigit }
        // A superscript makes it a power and not a price.
        if right.first?.smallPlace != nil { return false }
        return left.currency || right.currency
    }

    /// Whether the same number contains another dot.
    private var isOneOfSeveral: Bool {
        before.reversed().drop { $0.isDigit }.first?.sign == .dot
            || after.drop { $0.isDigit }.first?.sign == .dot
    }
}

extension Glyph {
    fileprivate var isDigit: Bool { scalar.properties.numericType == .decimal }
}

extension Collection<Glyph> {
    /// Whether a currency sign comes first, optionally after a space.
    fileprivate var currency: Bool {
        let nearest = first?.sign == .space ? dropFirst().first : first
        return nearest?.scalar.properties.generalCategory == .currencySymbol
    }
}
