/// How much of a notice is kept.
package enum StoredDetail: String, CaseIterable, Sendable {
    /// All of it.
    case full
    /// That it came, from which app and when, without its words.
    case meta
    /// Nothing.
    case none
}

/// How much is kept of the notices of each app.
package struct StorePolicy: Hashable, Sendable {
    /// What holds for apps that are not named.
    package var standard: StoredDetail
    /// What holds for those with these bundle identifiers.
    package var apps: [String: StoredDetail]

    /// Keeps so much of every app that is not named.
    package init(standard: StoredDetail = .full, apps: [String: StoredDetail] = [:]) {
        self.standard = standard
        self.apps = apps
    }

    /// How much is kept of the notices of the app with this bundle identifier.
    package func detail(ofApp id: String) -> StoredDetail {
        apps[id] ?? standard
    }
}
