import Linux

/// Writer of SVG elements, attributes and text, with escaping.
struct SVGWriter {
    /// Name and value of an attribute; numbers have at most two decimals.
    typealias Attribute = (name: String, value: String)

    private(set) var text = ""
    private var open: [String] = []

    mutating func begin(_ name: String, _ attributes: Attribute...) {
        start(name, attributes)
        text += ">\n"
        open.append(name)
    }

    /// Ends the innermost open element.
    mutating func end() {
        guard let name = open.popLast() else { return }
        text += "</\(name)>\n"
    }

    mutating func element(_ name: String, _ attributes: Attribute...) {
        start(name, attributes)
        text += "/>\n"
    }

    /// Writes an element with text content.
    mutating func element(_ name: String, _ attributes: Attribute..., holding content: String) {
        start(name, attributes)
        text += ">\(Self.escaped(content))</\(name)>\n"
    }

    /// Writes a style sheet without escaping; only for trusted content.
    mutating func style(_ sheet: String) {
        text += "<style>\n\(sheet)\n</style>\n"
    }

    private mutating func start(_ name: String, _ attributes: [Attribute]) {
        text += "<\(name)"
        for attribute in attributes {
            text += " \(attribute.name)=\"\(Self.escaped(attribute.value))\""
        }
    }

    /// Returns the text with XML escapes; characters invalid in XML are replaced.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
                escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}

extension Double {
    /// The number with at most two decimals.
    var drawn: String {
        let hundredths = Int((self * 100).rounded())
        let whole = abs(hundredths) / 100
        let rest = abs(hundredths) % 100
        let sign = hundredths < 0 ? "-" : ""
        if rest == 0 { return "\(sign)\(whole)" }
        return "\(sign)\(whole).\(rest % 10 == 0 ? String(rest / 10) : rest.padded(to: 2))"
    }
}
