import Basics
import History
import Notices

/// Names of items, regions and residents in a history, for suggestions.
struct SubjectNames {
    let names: Set<String>

    init(_ reader: HistoryReader) throws(HistoryError) {
        var names: Set<String> = []
        try reader.inPortions(SightingFilter()) { sighting in
            names.insert(sighting.news.subject.name.cleaned())
            return names.count < UnknownNames.limit
        }
        self.names = names
    }

    /// Returns the suggestion to append to a message about an unknown name; empty without one.
    func advice(for name: String) -> String {
        UnknownName(name, among: names)?.advice ?? ""
    }

    /// Returns the suggestion for words that together or singly may be a misspelt name.
    func advice(for words: SearchWords) -> String {
        let whole = advice(for: words.terms.map(\.text).joined(separator: " "))
        guard whole.isEmpty else { return whole }
        let parts = Set(names.flatMap { $0.split(separator: " ").map(String.init) })
        return words.terms.lazy.compactMap { term in
            let advice = UnknownName(term.text, among: names.union(parts))?.advice ?? ""
            return advice.isEmpty ? nil : advice
        }.first ?? ""
    }
}
