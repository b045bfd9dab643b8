package import Linux

/// Mute of an app, which suppresses its new notifications for some time.
package struct Mute: Hashable, Sendable {
    /// Default duration.
    package static let usualTime: Duration = .seconds(3600)

    /// Bundle identifier of the app.
    package let app: Text
    /// Name of the app, if known.
    package let name: Text?
    /// Start of the mute.
    package let since: WallTime
    /// End of the mute.
    package let until: WallTime
    /// Notifications and calls dropped because of this mute.
    package fileprivate(set) var count: Int

    package init(app: Text, name: Text?, since: WallTime, until: WallTime, count: Int = 0) {
        self.app = app
        self.name = name
        self.since = since
        self.until = until
        self.count = count
    }

    /// Duration of the mute.
    package var length: Duration {
        .milliseconds(until.milliseconds - since.milliseconds)
    }
}

/// The muted apps, each with an end.
///
/// A mute ends by the wall clock. If that clock is set back, the mute ends one minute after its intended duration.
package struct Mutes: Sendable {
    /// Most muted apps; further ones are refused.
    package static let limit = 64
    /// Longest duration of a mute.
    package static let longest: Duration = .seconds(30 * 86_400)
    /// Largest drift between the two clocks without a clock change.
    private static let tolerance: Duration = .seconds(60)

    private struct Entry: Sendable {
        var mute: Mute
        /// End on the monotonic clock.
        let deadline: Duration

        func left(at now: Duration, _ wall: WallTime) -> Duration {
            min(
                .milliseconds(mute.until.milliseconds - wall.milliseconds), deadline - now)
        }
    }

    /// Mutes by case-folded app identifier.
    private var entries: [String: Entry] = [:]

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    /// Returns all mutes in order of their effective ends.
    package func all(at now: Duration, _ wall: WallTime) -> [Mute] {
        entries.values.map { entry in
            let mute = entry.mute
            let until = wall.advanced(by: entry.left(at: now, wall))
            return Mute(
                app: mute.app, name: mute.name, since: mute.since,
                until: until.milliseconds < mute.until.milliseconds ? until : mute.until,
                count: mute.count)
        }.sorted {
            ($0.until.milliseconds, $0.app.string) < ($1.until.milliseconds, $1.app.string)
        }
    }

    /// Mutes an app, or changes the end of its mute; returns false if there is no room.
    package mutating func add(_ mute: Mute, at now: Duration) -> Bool {
        let key = mute.app.string.folded
        var mute = mute
        if let before = entries[key] {
            mute.count += before.mute.count
        } else if entries.count >= Self.limit {
            return false
        }
        entries[key] = Entry(mute: mute, deadline: now + mute.length + Self.tolerance)
        return true
    }

    /// Unmutes an app and returns its mute.
    package mutating func remove(_ app: Text) -> Mute? {
        entries.removeValue(forKey: app.string.folded)?.mute
    }

    /// Removes expired mutes.
    package mutating func endDue(at now: Duration, _ wall: WallTime) {
        entries = entries.filter { $0.value.left(at: now, wall) > .zero }
    }

    /// Returns the time until the first mute ends; nil if there is none.
    package func timeLeft(at now: Duration, _ wall: WallTime) -> Duration? {
        entries.values.map { $0.left(at: now, wall) }.min()
    }

    /// Returns whether a notification of this app is dropped, and counts it if so.
    mutating func takes(_ app: Text) -> Bool {
        guard !entries.isEmpty else { return false }
        let key = app.string.folded
        guard entries[key] != nil else { return false }
        entries[key]?.mute.count += 1
        return true
    }
}
