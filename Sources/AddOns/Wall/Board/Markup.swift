/// Texts in markup.
enum Markup {
    private static let special = Array("&<>\"'\0".utf8)

    /// A text that is no markup, whatever is in it.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x40 && special.contains($0) }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            // A browser would take it for something else.
            case "\0": break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension String {
    /// So many characters of it at most, and a mark where there are more.
    func shortened(to limit: Int) -> String {
        let beginning = unicodeScalars.prefix(limit)
        return beginning.endIndex < unicodeScalars.endIndex ? String(beginning) + "…" : self
    }
}
