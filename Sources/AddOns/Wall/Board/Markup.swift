/// Escaping of texts in HTML.
enum Markup {
    private static let special = Array("&<>\"'\0".utf8)

    /// Returns a text with all special characters escaped.
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
            // Browsers would replace NUL by another character.
            case "\0": break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension String {
    /// At most `limit` Unicode scalars, followed by an ellipsis if there are more.
    func shortened(to limit: Int) -> String {
        let beginning = unicodeScalars.prefix(limit)
        return beginning.endIndex < unicodeScalars.endIndex ? String(beginning) + "…" : self
    }
}
