package import Linux

/// Apps with recent notifications, listed because users do not know the identifiers needed in rules.
package struct RecentApps: Sendable {
    /// Maximum number of apps kept; beyond that the least recently updated one is dropped.
    package static let limit = 256

    /// An app and its number of notifications.
    package struct App: Hashable, Sendable {
        /// Bundle identifier.
        package let id: Text
        /// Name, if a phone reported it.
        package fileprivate(set) var name: Text?
        /// Number of new notifications and calls.
        package fileprivate(set) var count: Int
        /// Time of the last update.
        package fileprivate(set) var last: WallTime
    }

    private var apps = BoundedMemory<Text, App>(limit: limit)

    package init() {}

    /// All apps, most recently updated first.
    package var all: [App] {
        apps.values.sorted {
            ($1.last.milliseconds, $0.id.string) < ($0.last.milliseconds, $1.id.string)
        }
    }

    /// Records an event, before rules change it.
    package mutating func note(_ event: BridgeEvent) {
        guard case .notice(let change, let notice, let wall) = event, !notice.appID.isEmpty else {
            return
        }
        let isNew = change == .added || change == .ringing
        var app = apps[notice.appID] ?? App(id: notice.appID, name: nil, count: 0, last: wall)
        guard isNew || app.count == 0 || notice.appName != nil else { return }
        app.name = notice.appName ?? app.name
        if isNew { app.count += 1 }
        app.last = wall
        apps[notice.appID] = app
    }
}
