package import JSON
package import Linux

/// A text of any length.
package struct AnyText: Kind {
    package func read(_ field: JSONField) throws(JSONError) -> String { try field.string() }
    package func write(_ value: String, to writer: inout JSONWriter) { writer.value(value) }
}

/// A floating-point number.
package struct Fraction: Kind {
    package func read(_ field: JSONField) throws(JSONError) -> Double {
        try field.number(in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
    }

    package func write(_ value: Double, to writer: inout JSONWriter) { writer.value(value) }
}

/// A time in RFC 3339 format.
package struct Moment: Kind {
    package func read(_ field: JSONField) throws(JSONError) -> WallTime {
        guard let moment = WallTime(timestamp: try field.string()) else {
            throw field.error("must be a moment such as 2026-11-23T18:00:00.000+01:00")
        }
        return moment
    }

    package func write(_ value: WallTime, to writer: inout JSONWriter) {
        writer.value(value.timestamp)
    }
}

/// An object within an answer.
package struct Object<Shape: ControlAnswer>: Kind {
    package func read(_ field: JSONField) throws(JSONError) -> Shape {
        guard field.isObject else { throw field.wrongKind("an object") }
        return Shape(gently: field.value)
    }

    package func write(_ value: Shape, to writer: inout JSONWriter) {
        writer.object { writer in
            value.writeFields(to: &writer)
        }
    }
}

extension Kind where Self == AnyText {
    package static var text: AnyText { AnyText() }
}

extension Kind where Self == Whole<Int> {
    /// Any whole number.
    package static var number: Whole<Int> { Whole(bounds: Int.min...Int.max) }
}

extension Kind where Self == Whole<Int64> {
    /// Any whole number stored in 64 bits.
    package static var longNumber: Whole<Int64> { Whole(bounds: Int.min...Int.max) }
}

extension Kind where Self == Fraction {
    package static var fraction: Fraction { Fraction() }
}

extension Kind where Self == Moment {
    package static var moment: Moment { Moment() }
}

extension Kind where Self == List<AnyText> {
    /// Any number of texts.
    package static var texts: List<AnyText> { List(element: .text, limit: .max) }
}

extension Kind {
    package static func object<Shape>() -> Object<Shape> where Self == Object<Shape> { Object() }

    /// Any number of objects.
    package static func objects<Shape>() -> List<Object<Shape>>
    where Self == List<Object<Shape>> { List(element: Object(), limit: .max) }
}
