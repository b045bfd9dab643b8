internal import Basics

extension KeyEntry {
    /// Parses the text after the equals sign of a line.
    func values(parsing bytes: ArraySlice<UInt8>) throws(SettingsProblem.Reason) -> [String] {
        let texts: [String]?
        do throws(WrittenValue.Mistake) {
            texts =
                isList
                ? try WrittenValue.list(parsing: bytes)
                : try WrittenValue.single(parsing: bytes).map { [$0] }
        } catch {
            throw error.reason
        }
        guard let texts else { throw .noValue(wants: wants) }
        return try checked(texts)
    }

    /// Parses the text of an environment variable or an option; commas separate the items of a list.
    func values(of text: String) throws(SettingsProblem.Reason) -> [String] {
        guard isList else { return try checked([text]) }
        let texts: [String]?
        do throws(WrittenValue.Mistake) {
            texts = try WrittenValue.list(parsing: text)
        } catch {
            throw error.reason
        }
        return try checked(texts ?? [])
    }

    private func checked(_ texts: [String]) throws(SettingsProblem.Reason) -> [String] {
        for text in texts {
            do throws(ValueRefusal) {
                try check(text)
            } catch {
                throw reason(for: text, error)
            }
        }
        return texts
    }

    private func reason(for text: String, _ refusal: ValueRefusal) -> SettingsProblem.Reason {
        if isSecret { return .badValue(wants: wants, given: nil, near: nil) }
        switch refusal {
        case .because(let clause):
            return .badValue(wants: "\(wants): \(clause)", given: nil, near: nil)
        case .otherKind:
            let near = NearMatch.find(for: text, among: words)
            return .badValue(wants: wants, given: text, near: near)
        }
    }
}

extension SettingsProblem.Reason: Error {}

extension WrittenValue.Mistake {
    fileprivate var reason: SettingsProblem.Reason {
        switch self {
        case .openQuote: .openQuote
        case .escape: .escape
        case .afterQuote: .behindQuote
        case .emptyItem: .emptyItem
        }
    }
}
