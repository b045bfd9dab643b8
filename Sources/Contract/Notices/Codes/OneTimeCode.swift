/// A code that somebody is sent to prove once who they are.
///
/// It is a value made of a text alone: no clock, no memory, and a cost that a limit bounds.
package struct OneTimeCode: Hashable, Sendable {
    /// The code as it is typed: groups of digits joined, digits of any script as those of ASCII.
    package let text: String

    /// Characters of each text that are looked at; no code stands behind them.
    package static let lengthLimit = 2_048

    /// Finds the code in the texts of a message, or nothing where none is certain.
    package init?(title: String, subtitle: String = "", message: String) {
        self.init(title, subtitle, message, counting: nil)
    }

    /// - Parameter looks: counts the effort, where somebody wants to know it.
    init?(_ title: String, _ subtitle: String, _ message: String, counting looks: SearchCost?) {
        if let code = AutofillLine.code(of: message) {
            self.text = code
            return
        }
        let texts = [title, subtitle, message]
        guard texts.contains(where: Self.mayHaveDigits) else { return nil }
        let text = CodeText(texts, limit: Self.lengthLimit, counting: looks)
        let candidates = CandidateScan.candidates(in: text)
        guard !candidates.isEmpty else { return nil }
        guard let best = CodeJudge(text).best(of: candidates) else { return nil }
        self.text = best
    }

    /// Whether a text has digits of ASCII or any other characters than those: without digits there is no code.
    private static func mayHaveDigits(_ text: String) -> Bool {
        text.utf8.contains { (0x30...0x39).contains($0) || $0 >= 0x80 }
    }

    /// What stands in place of each character of a code where it may not be read.
    private static let mask: Character = "•"

    /// The text with this code made illegible wherever it stands, in groups or not.
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
