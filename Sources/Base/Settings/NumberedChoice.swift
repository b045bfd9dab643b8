extension ValueSyntax where Value: RawRepresentable & Equatable, Value.RawValue == Int {
    /// Returns a choice of these values by number.
    package static func oneOf(_ values: [Value]) -> ValueSyntax {
        let words = values.map { "\($0.rawValue)" }
        return ValueSyntax(
            wants: words.joinedAsAlternatives, words: words,
            read: { (text) throws(ValueRefusal) in
                guard let value = values.first(where: { "\($0.rawValue)" == text }) else {
                    throw .otherKind
                }
                return value
            }, write: { "\($0.rawValue)" })
    }
}
