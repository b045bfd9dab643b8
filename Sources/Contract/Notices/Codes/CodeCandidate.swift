/// A part of a text that has the form of a code.
struct CodeCandidate: Hashable, Sendable {
    /// Form of the candidate.
    enum Form: Hashable, Sendable {
        /// Four to eight digits.
        case digits
        /// Digits in groups: `123-456`, `123 456`, or one by one.
        case groups
        /// Digits after a prefix of letters that the sender uses for all its codes: `G-123456`.
        case prefixed
        /// Letters and digits: `AB12-CD34`.
        case mixed
    }

    let range: Range<Int>
    let text: String
    let form: Form

    /// Whether the candidate may also be a year, or a date in eight digits.
    var isDate: Bool {
        guard form == .digits, text.hasPrefix("19") || text.hasPrefix("20") else { return false }
        if text.count == 4 { return true }
        guard text.count == 8, let number = Int(text) else { return false }
        return (1...12).contains(number / 100 % 100) && (1...31).contains(number % 100)
    }
}
