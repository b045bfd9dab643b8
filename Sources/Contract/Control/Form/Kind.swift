package import JSON

/// JSON form of a value, with its limits.
package protocol Kind<Value> {
    associatedtype Value

    /// Reads a value; throws if it is invalid.
    func read(_ field: JSONField) throws(JSONError) -> Value
    /// Writes a value.
    func write(_ value: Value, to writer: inout JSONWriter)
}

/// A non-empty text of limited length.
package struct ShortText: Kind {
    let limit: Int

    package func read(_ field: JSONField) throws(JSONError) -> String {
        let text = try field.shortText(ofBytes: limit)
        guard !text.isEmpty else { throw field.error("must not be empty") }
        return text
    }

    package func write(_ value: String, to writer: inout JSONWriter) { writer.value(value) }
}

/// A whole number within bounds.
package struct Whole<Number: BinaryInteger>: Kind {
    let bounds: ClosedRange<Int>

    package func read(_ field: JSONField) throws(JSONError) -> Number {
        Number(try field.integer(in: bounds))
    }

    package func write(_ value: Number, to writer: inout JSONWriter) {
        writer.value(Int(clamping: value))
    }
}

package struct Truth: Kind {
    package func read(_ field: JSONField) throws(JSONError) -> Bool { try field.bool() }
    package func write(_ value: Bool, to writer: inout JSONWriter) { writer.value(value) }
}

/// One of a few words.
package struct Choice<Value: RawRepresentable<String> & CaseIterable & Sendable>: Kind {
    /// Noun for the words, with its article.
    let thing: String

    package func read(_ field: JSONField) throws(JSONError) -> Value {
        try field.choice(of: thing, among: Value.allCases.map { ($0.rawValue, $0) })
    }

    package func write(_ value: Value, to writer: inout JSONWriter) {
        writer.value(value.rawValue)
    }
}

/// A list of a limited number of values.
package struct List<Element: Kind>: Kind {
    let element: Element
    let limit: Int

    package func read(_ field: JSONField) throws(JSONError) -> [Element.Value] {
        let elements = try field.elements()
        guard elements.count <= limit else {
            throw field.error("must have at most \(limit) elements")
        }
        var values: [Element.Value] = []
        for field in elements { values.append(try element.read(field)) }
        return values
    }

    package func write(_ values: [Element.Value], to writer: inout JSONWriter) {
        writer.array { writer in
            for value in values { element.write(value, to: &writer) }
        }
    }
}

extension Kind where Self == ShortText {
    /// A non-empty text, such as a name.
    package static var name: ShortText { ShortText(limit: ControlLimits.text) }
    /// A non-empty text of at most `limit` bytes.
    package static func text(ofBytes limit: Int) -> ShortText { ShortText(limit: limit) }
}

extension Kind where Self == Whole<Int> {
    package static func whole(_ bounds: ClosedRange<Int>) -> Whole<Int> { Whole(bounds: bounds) }
}

extension Kind where Self == Whole<Int64> {
    /// Number of a batch.
    package static var turn: Whole<Int64> { Whole(bounds: 0...Int.max) }
}

extension Kind where Self == Truth {
    package static var truth: Truth { Truth() }
}

extension Kind where Self == List<ShortText> {
    /// A limited number of names.
    package static var names: List<ShortText> {
        List(element: .name, limit: ControlLimits.list)
    }
}

extension Kind {
    /// One of a few words; `thing` is a noun for them, with its article.
    package static func choice<Value>(of thing: String) -> Choice<Value>
    where Self == Choice<Value> { Choice(thing: thing) }
}
