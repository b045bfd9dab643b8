/// Reads XML as strictly as the pictures need: elements, attributes, text, five entities.
struct XMLCheck {
    /// An element, and what was in it.
    struct Element {
        let name: String
        let attributes: [String: String]
        var text = ""
    }

    private(set) var elements: [Element] = []
    private var rest: Substring.UnicodeScalarView
    private var open: [Int] = []

    /// Reads a document; nil where it is not well-formed.
    init?(_ document: String) {
        rest = document[...].unicodeScalars
        guard document.unicodeScalars.allSatisfy(Self.isAllowed) else { return nil }
        repeat {
            guard takeText(), rest.isEmpty || takeTag() else { return nil }
        } while !rest.isEmpty
        guard open.isEmpty, !elements.isEmpty else { return nil }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    private mutating func takeText() -> Bool {
        let raw = rest.prefix { $0 != "<" }
        rest = rest[raw.endIndex...]
        guard let text = Self.resolved(raw) else { return false }
        if let element = open.last {
            elements[element].text += text
            return true
        }
        return text.allSatisfy(\.isWhitespace)
    }

    private mutating func takeTag() -> Bool {
        rest.removeFirst()
        if rest.first == "/" {
            rest.removeFirst()
            guard let name = takeName(), let element = open.popLast(),
                elements[element].name == name, rest.popFirst() == ">"
            else { return false }
            return true
        }
        // One element holds all others.
        guard !open.isEmpty || elements.isEmpty, let name = takeName() else { return false }
        var attributes: [String: String] = [:]
        while rest.first == " " {
            rest.removeFirst()
            guard let (key, value) = takeAttribute(), attributes[key] == nil else { return false }
            attributes[key] = value
        }
        elements.append(Element(name: name, attributes: attributes))
        if rest.first == "/" {
            rest.removeFirst()
        } else {
            open.append(elements.count - 1)
        }
        return rest.popFirst() == ">"
    }

    private mutating func takeName() -> String? {
        let name = rest.prefix { $0.properties.isAlphabetic || $0 == "-" }
        rest = rest[name.endIndex...]
        let isName = !name.isEmpty && name.allSatisfy { $0.isASCII } && name.first != "-"
        return isName ? String(name) : nil
    }

    private mutating func takeAttribute() -> (String, String)? {
        let key = rest.prefix {
            $0.isASCII && ($0.properties.isAlphabetic || "-0123456789".unicodeScalars.contains($0))
        }
        rest = rest[key.endIndex...]
        guard !key.isEmpty, rest.popFirst() == "=", rest.popFirst() == "\"" else { return nil }
        let raw = rest.prefix { $0 != "\"" && $0 != "<" }
        rest = rest[raw.endIndex...]
        guard rest.popFirst() == "\"", let value = Self.resolved(raw) else { return nil }
        return (String(key), value)
    }

    /// A text with its entities resolved; nil where one is none.
    private static func resolved(_ raw: Substring.UnicodeScalarView) -> String? {
        let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        guard !String(raw).contains("]]>") else { return nil }
        var text = ""
        for (index, piece) in raw.split(separator: "&", omittingEmptySubsequences: false)
            .enumerated()
        {
            if index == 0 {
                text += String(piece)
                continue
            }
            guard let end = piece.firstIndex(of: ";"),
                let character = entities[String(piece[..<end])]
            else { return nil }
            text += character
            text += String(piece[piece.index(after: end)...])
        }
        return text
    }
}
