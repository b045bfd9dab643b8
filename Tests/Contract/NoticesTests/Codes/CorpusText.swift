import Foundation

/// A text of the corpus, made of a template, with the code that it brings or none.
struct CorpusText {
    let language: String
    let title: String
    let message: String
    let code: String?

    /// Texts that are made of each template.
    private static let repetitions = 4

    /// The texts of a file: a language in brackets, then templates, `+` for one that brings a code and
    /// `-` for one that only looks like it.
    static func all(in file: String) throws -> [CorpusText] {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Corpus/\(file).txt")
        var maker = TemplateMaker()
        var texts: [CorpusText] = []
        var language = ""
        for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("[") {
                language = String(line.dropFirst().dropLast())
                continue
            }
            for _ in 0..<repetitions {
                let made = maker.fill(String(line.dropFirst(2)))
                let parts = made.text.components(separatedBy: " || ")
                texts.append(
                    CorpusText(
                        language: language, title: parts.count > 1 ? parts[0] : "",
                        message: parts.last ?? "", code: line.hasPrefix("+") ? made.code : nil))
            }
        }
        return texts
    }
}

/// Puts numbers into templates, the same ones each time.
struct TemplateMaker {
    private var state: UInt64 = 7

    private mutating func number(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }

    private mutating func digits(_ count: Int) -> String {
        (0..<count).map { _ in String(number(below: 10)) }.joined()
    }

    private mutating func letters(_ count: Int) -> String {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ")
        return String((0..<count).map { _ in letters[number(below: letters.count)] })
    }

    private mutating func one(of texts: String...) -> String { texts[number(below: texts.count)] }

    /// The template with numbers in place of what stands in braces, and the code among them.
    mutating func fill(_ template: String) -> (text: String, code: String?) {
        var text = ""
        var code: String?
        var parts = template.replacing("\\n", with: "\n").components(separatedBy: "{")[...]
        text += parts.popFirst() ?? ""
        for part in parts {
            let halves = part.components(separatedBy: "}")
            if halves[0] == "same" {
                text += code ?? ""
            } else if let made = madeCode(halves[0]) {
                code = made.code
                text += made.shown
            } else {
                text += otherNumber(halves[0])
            }
            text += halves[1]
        }
        return (text, code)
    }

    private static let zeros: [String: UInt32] = [
        "ar": 0x660, "fa": 0x6F0, "hi": 0x966, "bn": 0x9E6, "th": 0xE50,
    ]

    private mutating func madeCode(_ name: String) -> (code: String, shown: String)? {
        if let count = Int(name) {
            let code = digits(count)
            return (code, code)
        }
        if let zero = Self.zeros[String(name.prefix(2))] {
            let code = digits(6)
            var shown = ""
            for digit in code.unicodeScalars {
                shown.unicodeScalars.append(Unicode.Scalar(zero + digit.value - 0x30) ?? digit)
            }
            return (code, shown)
        }
        switch name {
        case "3-3", "3 3":
            let halves = [digits(3), digits(3)]
            return (halves.joined(), halves.joined(separator: String(name.dropFirst().prefix(1))))
        case "G6":
            let code = digits(6)
            return (code, code)
        case "mix":
            let code = letters(1) + digits(2) + letters(1) + digits(1) + letters(1)
            return (code, code)
        case "mix-":
            let code = letters(2) + digits(2) + "-" + letters(2) + digits(2)
            return (code, code)
        default: return nil
        }
    }

    private mutating func otherNumber(_ name: String) -> String {
        switch name {
        case "price": one(of: "1,250.00", "49.99", "3.499,00", "1250.50", "17,90")
        case "date": one(of: "12.03.2026", "03/12/2026", "12-03-2026", "5.4.26")
        case "iso": "2026-0\(1 + number(below: 9))-1\(number(below: 9))"
        case "time": "1\(number(below: 9)):\(1 + number(below: 5))\(number(below: 9))"
        case "year": "20\(1 + number(below: 2))\(number(below: 9))"
        case "phone":
            one(
                of: "0800 123 4567", "+44 7700 900123", "555-0123", "(030) 901820", "0171/1234567",
                "+911234567890", "1-800-555-0199")
        case "mixorder": "1Z" + digits(6) + "AB"
        default: "\(1 + number(below: 9))" + digits((Int(name.dropFirst()) ?? 1) - 1)
        }
    }
}
