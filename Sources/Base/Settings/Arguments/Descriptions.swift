extension Option {
    /// The summary with valid values and the default in parentheses.
    var description: String {
        let more = [
            defaultText.map { "default \($0)" }, isRepeatable ? "repeatable" : nil,
        ]
        return summary + kind.notes(and: more.compactMap(\.self))
    }
}

extension Operand {
    /// The summary with valid values in parentheses.
    var description: String {
        summary + kind.notes(and: [])
    }
}

extension ValueKind {
    fileprivate func notes(and more: [String]) -> String {
        let range: String? =
            switch self {
            case .flag, .text, .file: nil
            case .choice(let words), .choiceAndFile(let words): words.joinedAsAlternatives
            case .integer(let range): "\(range.lowerBound) to \(range.upperBound)"
            case .decimal(let range): "\(range.lowerBound.plain) to \(range.upperBound.plain)"
            }
        let notes = [range].compactMap(\.self) + more
        return notes.isEmpty ? "" : " (" + notes.joined(separator: "; ") + ")"
    }
}
