/// A unit that follows a number without a space.
private struct Unit {
    let letter: String
    let factor: Int

    /// Units in descending order.
    static let times = [
        Unit(letter: "d", factor: 86_400), Unit(letter: "h", factor: 3_600),
        Unit(letter: "m", factor: 60), Unit(letter: "s", factor: 1),
    ]
    static let sizes = [
        Unit(letter: "G", factor: 1 << 30), Unit(letter: "M", factor: 1 << 20),
        Unit(letter: "K", factor: 1 << 10), Unit(letter: "", factor: 1),
    ]

    /// Parses a whole number with one of these units; zero needs none.
    static func read(_ text: String, _ units: [Unit]) -> Int? {
        let digits = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let letter = String(text.dropFirst(digits.count))
        guard let number = Int(String(digits) ?? "") else { return nil }
        if number == 0, letter.isEmpty { return 0 }
        guard let unit = units.first(where: { $0.letter == letter }) else { return nil }
        let (product, isTooMuch) = number.multipliedReportingOverflow(by: unit.factor)
        return isTooMuch ? nil : product
    }

    /// Parses a time such as 90s, or in words, such as 10 days or 2 years.
    static func readTime(_ text: String) -> Int? {
        if let seconds = read(text, times) { return seconds }
        let digits = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let word = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        let singular = word.hasSuffix("s") ? String(word.dropLast()) : word
        guard let number = Int(String(digits) ?? ""), let factor = words[singular] else {
            return nil
        }
        let (product, isTooMuch) = number.multipliedReportingOverflow(by: factor)
        return isTooMuch ? nil : product
    }

    private static let words = [
        "second": 1, "minute": 60, "min": 60, "hour": 3_600, "day": 86_400, "w": 7 * 86_400,
        "week": 7 * 86_400, "month": 30 * 86_400, "y": 365 * 86_400, "year": 365 * 86_400,
    ]

    /// Returns a count in the largest unit that divides it.
    static func write(_ count: Int, _ units: [Unit]) -> String {
        let unit = units.first { count != 0 && count % $0.factor == 0 } ?? units[units.count - 1]
        return "\(count / unit.factor)\(unit.letter)"
    }
}

extension ValueSyntax<Duration> {
    /// Returns the syntax of a time in whole seconds, minutes, hours or days.
    package static func duration(_ range: ClosedRange<Duration>) -> ValueSyntax {
        let bounds = (range.lowerBound.written, range.upperBound.written)
        let examples = [10, 300, 7_200, 30 * 86_400].map { Duration.seconds($0) }
            .filter(range.contains).map(\.written)
        let clause = examples.isEmpty ? "" : ", such as " + examples.joinedAsAlternatives
        return ValueSyntax(
            wants: "a time from \(bounds.0) to \(bounds.1)" + clause,
            kind: "\(bounds.0) to \(bounds.1)",
            reading: { text in
                Unit.readTime(text).map { .seconds($0) }
                    .flatMap { range.contains($0) ? $0 : nil }
            }, write: { $0.written })
    }
}

extension ValueSyntax<Int> {
    /// Returns the syntax of a number of bytes.
    package static func size(_ range: ClosedRange<Int>) -> ValueSyntax {
        let bounds = (
            Unit.write(range.lowerBound, Unit.sizes), Unit.write(range.upperBound, Unit.sizes)
        )
        return ValueSyntax(
            wants: "a size from \(bounds.0) to \(bounds.1) bytes, such as 500K or 10M",
            kind: "\(bounds.0) to \(bounds.1)",
            reading: { text in
                Unit.read(text, Unit.sizes).flatMap { range.contains($0) ? $0 : nil }
            }, write: { Unit.write($0, Unit.sizes) })
    }
}

extension Duration {
    fileprivate var written: String { Unit.write(Int(components.seconds), Unit.times) }
}
