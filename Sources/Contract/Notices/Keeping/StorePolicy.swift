/// Level of detail at which a notification is stored.
package enum StoredDetail: String, CaseIterable, Sendable {
    case full
    /// Only app and time, without texts.
    case meta
    case none
}

/// Level of detail at which the notifications of each app are stored.
package struct StorePolicy: Hashable, Sendable {
    /// Default for apps that are not listed.
    package var standard: StoredDetail
    /// Levels by bundle identifier.
    package var apps: [String: StoredDetail]

    package init(standard: StoredDetail = .full, apps: [String: StoredDetail] = [:]) {
        self.standard = standard
        self.apps = apps
    }

    /// Returns the level for the app with this bundle identifier.
    package func detail(ofApp id: String) -> StoredDetail {
        apps[id] ?? standard
    }
}
