import Basics
import Notices

/// Search for an app by identifier or name among known apps.
struct AppSearch {
    /// A known app.
    struct App: Hashable {
        let id: Text
        let name: Text?
    }

    /// Result of a search.
    enum Meaning: Hashable {
        case known(App)
        /// An identifier of an unknown app, with a similar known name.
        case unheard(App, near: String?)
        /// A name of several apps, with their identifiers.
        case several([String])
        /// No app, with a similar known name.
        case none(near: String?)
    }

    let apps: [App]
    /// Whether names are accepted; identifiers always are.
    var byName = true

    /// Returns whether a word can be an identifier, which contains dots.
    static func isIdentifier(_ word: String) -> Bool {
        word.contains(".") && !word.contains(" ")
    }

    /// Returns the app that a word means.
    func meaning(of word: String) -> Meaning {
        let folded = word.folded
        if let app = apps.first(where: { $0.id.string.folded == folded }) { return .known(app) }
        let named = byName ? apps.filter { $0.name?.string.folded == folded } : []
        if named.count > 1 { return .several(named.map(\.id.string).sorted()) }
        if let app = named.first { return .known(app) }
        let words = apps.flatMap { [$0.name?.string, $0.id.string].compactMap(\.self) }
        let near = NearMatch.find(for: word, among: words)
        // Identifiers of unknown apps are accepted: the first notification of an app may already be unwanted.
        guard Self.isIdentifier(word) else { return .none(near: near) }
        return .unheard(App(id: Text(word), name: nil), near: near)
    }
}
