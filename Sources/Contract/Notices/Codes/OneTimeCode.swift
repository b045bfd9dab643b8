/// A one-time code by which a recipient proves their identity.
///
/// The search depends on the text alone, without clock or state, and its cost is limited.
package struct OneTimeCode: Hashable, Sendable {
    /// The code as typed: groups joined, digits of any script as ASCII.
    package let text: String

    /// Maximum number of characters examined in each text; codes do not occur later.
    package static let lengthLimit = 2_048

    /// Finds the code in the texts of a message; nil if there is no certain one.
    package init?(title: String, subtitle: String = "", message: String) {
        self.init(title, subtitle, message, counting: nil)
    }

    /// - Parameter looks: optional counter of character accesses.
    init?(_ title: String, _ subtitle: String, _ message: String, counting looks: SearchCost?) {
        if let code = AutofillLine.code(of: message) {
            self.text = code
            return
        }
        let texts = [title, subtitle, message]
        guard texts.contains(where: Self.mayHaveCode) else { return nil }
        let text = CodeText(texts, limit: Self.lengthLimit, counting: looks)
        let candidates = CandidateScan.candidates(in: text)
        guard !candidates.isEmpty else { return nil }
        guard let best = CodeJudge(text).best(of: candidates) else { return nil }
        self.text = best
    }

    /// Returns whether a text needs a search; false only if `CandidateScan` finds nothing in it.
    ///
    /// A text of ASCII needs one if it has four digits, as every code of digits has, or a digit beside a letter or a hyphen, as
    /// every code with letters has. Any other text needs one.
    static func mayHaveCode(_ text: String) -> Bool {
        var digits = 0
        var last: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 0x80...: return true
            case 0x30...0x39:
                digits += 1
                if digits >= 4 || isLetterOrHyphen(last) { return true }
            default:
                if (0x30...0x39).contains(last), isLetterOrHyphen(byte) { return true }
            }
            last = byte
        }
        return false
    }

    private static func isLetterOrHyphen(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
    }

    /// Replacement for each character of a masked code.
    private static let mask: Character = "•"

    /// Returns the text with all occurrences of this code masked, in groups or not.
    package func masked(in text: String) -> String {
        let wanted = self.text.unicodeScalars.filter { $0 != "-" }.map(CodeText.folded)
        var signs: [(value: UInt32, place: String.Index)] = []
        var isCut: [Bool] = []
        var gap = 0
        for place in text.unicodeScalars.indices {
            let scalar = text.unicodeScalars[place]
            guard !CodeText.isInvisible(scalar) else { continue }
            let sign = CodeSign(scalar)
            guard sign.ascii != 0 else {
                gap += sign.value == 0x2D || sign.kind == .space ? 1 : 2
                continue
            }
            isCut.append(gap > 1)
            gap = 0
            signs.append((sign.value, place))
        }
        guard !wanted.isEmpty, signs.count >= wanted.count else { return text }
        var hidden: Set<String.Index> = []
        for start in 0...(signs.count - wanted.count) {
            let end = start + wanted.count
            let isHere = (start..<end).allSatisfy { index in
                signs[index].value == wanted[index - start] && (index == start || !isCut[index])
            }
            if isHere { hidden.formUnion(signs[start..<end].map(\.place)) }
        }
        guard !hidden.isEmpty else { return text }
        var masked = ""
        for place in text.unicodeScalars.indices {
            if hidden.contains(place) {
                masked.append(Self.mask)
            } else {
                masked.unicodeScalars.append(text.unicodeScalars[place])
            }
        }
        return masked
    }
}
