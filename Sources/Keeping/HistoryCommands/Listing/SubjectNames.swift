import Basics
import History
import Notices

/// The items, beacons and residents of which a history has something, for a name that was mistyped.
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

    /// What stands behind a sentence about a name that nothing has.
    func advice(for name: String) -> String {
        UnknownName(name, among: names)?.advice ?? ""
    }

    /// The same for words, each of which may be a name or a part of one.
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
