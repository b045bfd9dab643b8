package import Linux

/// The apps that were heard of lately: people do not know the identifiers that rules are about.
package struct RecentApps: Sendable {
    /// Apps that are kept; past that the one heard of longest ago goes.
    package static let limit = 256

    /// An app, and how often it was heard of.
    package struct App: Hashable, Sendable {
        /// The bundle identifier.
        package let id: Text
        /// What it is called, where a phone told.
        package fileprivate(set) var name: Text?
        /// How many notices and calls were new.
        package fileprivate(set) var count: Int
        /// When it was heard of last.
        package fileprivate(set) var last: WallTime
    }

    private var apps = BoundedMemory<Text, App>(limit: limit)

    /// No app was heard of yet.
    package init() {}

    /// All of them, the one heard of last first.
    package var all: [App] {
        apps.values.sorted {
            ($1.last.milliseconds, $0.id.string) < ($0.last.milliseconds, $1.id.string)
        }
    }

    /// Takes note of an event, before rules change it.
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
