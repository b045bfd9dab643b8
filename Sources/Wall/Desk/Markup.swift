import Board
import Formats
import Linux

/// The board as markup, for the first moment and for browsers without scripts.
enum Markup {
    /// A text that is no markup, whatever is in it.
    static func escaped(_ text: String) -> String {
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

    /// JSON that can stand in a page: nothing in it can end its element.
    static func script(_ json: [UInt8]) -> String {
        var result: [UInt8] = []
        for byte in json {
            if byte == UInt8(ascii: "<") {
                result += Array("\\u003c".utf8)
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
