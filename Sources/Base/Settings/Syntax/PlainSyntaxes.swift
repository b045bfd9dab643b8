extension ValueSyntax<String> {
    /// Any text; an empty one needs quotes.
    package static let text = ValueSyntax(
        wants: "a text", kind: "text, also empty", reading: { $0 }, write: { $0 })

    /// A text that is not empty.
    package static let word = ValueSyntax(
        wants: "a text that is not empty", kind: "text", reading: { $0.isEmpty ? nil : $0 },
        write: { $0 })

    /// An absolute file path.
    package static let file = ValueSyntax(
        wants: "the path of a file, from / on", kind: "path",
        reading: { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }, write: { $0 })

    /// Returns the syntax of a choice of words.
    ///
    /// - Parameter kind: name of the choice, for tables; the words if nil.
    package static func choice(_ words: [String], kind: String? = nil) -> ValueSyntax {
        ValueSyntax(
            wants: words.joinedAsAlternatives, kind: kind, words: words,
            reading: { text in
                if words.contains(text) { return text }
                // Labels are shown in capitals.
                let word = text.lowercased()
                return words.contains(word) ? word : nil
            }, write: { $0 })
    }
}

extension ValueSyntax
where Value: CaseIterable & RawRepresentable & Equatable, Value.RawValue == String {
    /// A choice of the raw values of a type.
    package static var choice: ValueSyntax {
        let words = Value.allCases.map(\.rawValue)
        return ValueSyntax(
            wants: words.joinedAsAlternatives, words: words,
            reading: { Value(rawValue: $0) }, write: { $0.rawValue })
    }
}

extension ValueSyntax<Bool> {
    /// Yes or no.
    package static let yesOrNo = ValueSyntax(
        wants: "yes or no", kind: "yes/no", words: ["yes", "no", "true", "false", "on", "off"],
        reading: { text in
            switch text {
            case "yes", "true", "on": true
            case "no", "false", "off": false
            default: nil
            }
        }, write: { $0 ? "yes" : "no" })
}

extension ValueSyntax<Int> {
    /// Returns the syntax of an integer.
    package static func integer(_ range: ClosedRange<Int>) -> ValueSyntax {
        ValueSyntax(
            wants: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            kind: "\(range.lowerBound) to \(range.upperBound)",
            reading: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } },
            write: { "\($0)" })
    }
}

extension ValueSyntax<Double> {
    /// Returns the syntax of a number.
    package static func decimal(_ range: ClosedRange<Double>) -> ValueSyntax {
        ValueSyntax(
            wants: "a number from \(range.lowerBound.plain) to \(range.upperBound.plain)",
            kind: "\(range.lowerBound.plain) to \(range.upperBound.plain)",
            reading: { text in
                // Swift also parses hexadecimal numbers, infinity and NaN.
                guard text.utf8.allSatisfy("0123456789+-.eE".utf8.contains) else { return nil }
                return Double(text).flatMap { range.contains($0) ? $0 : nil }
            }, write: { $0.plain })
    }
}
