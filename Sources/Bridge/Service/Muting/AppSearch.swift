import Basics
import Notices

/// Finds the app that a person means by an identifier or a name, among those that are known.
struct AppSearch {
    /// An app, as far as it is known.
    struct App: Hashable {
        let id: Text
        let name: Text?
    }

    /// What somebody's word for an app means.
    enum Meaning: Hashable {
        /// This one.
        case known(App)
        /// The app of this identifier, of which nothing was heard; one of which something was is called
        /// nearly so.
        case unheard(App, near: String?)
        /// One of several that have this name, by their identifiers.
        case several([String])
        /// No app; one that is called nearly so.
        case none(near: String?)
    }

    let apps: [App]
    /// Whether a name is enough; an identifier always is.
    var byName = true

    /// Whether a word can be an identifier, which has dots.
    static func isIdentifier(_ word: String) -> Bool {
        word.contains(".") && !word.contains(" ")
    }

    /// What a word means.
    func meaning(of word: String) -> Meaning {
        let folded = word.folded
        if let app = apps.first(where: { $0.id.string.folded == folded }) { return .known(app) }
        let named = byName ? apps.filter { $0.name?.string.folded == folded } : []
        if named.count > 1 { return .several(named.map(\.id.string).sorted()) }
        if let app = named.first { return .known(app) }
        let words = apps.flatMap { [$0.name?.string, $0.id.string].compactMap(\.self) }
        let near = NearMatch.find(for: word, among: words)
        // An app's first notice may be one that is not wanted.
        guard Self.isIdentifier(word) else { return .none(near: near) }
        return .unheard(App(id: Text(word), name: nil), near: near)
    }
}
