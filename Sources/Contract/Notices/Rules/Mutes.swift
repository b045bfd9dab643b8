package import Linux

/// An app of which nothing new is shown for some time.
package struct Mute: Hashable, Sendable {
    /// For how long an app is muted where nobody says.
    package static let usualTime: Duration = .seconds(3600)

    /// The bundle identifier.
    package let app: Text
    /// What the app is called, where that is known.
    package let name: Text?
    /// When somebody said so.
    package let since: WallTime
    /// When it is over.
    package let until: WallTime
    /// How many notices and calls were left out for it.
    package fileprivate(set) var count: Int

    /// A mute from one moment until another.
    package init(app: Text, name: Text?, since: WallTime, until: WallTime, count: Int = 0) {
        self.app = app
        self.name = name
        self.since = since
        self.until = until
        self.count = count
    }

    /// How long it was to be.
    package var length: Duration {
        .milliseconds(until.milliseconds - since.milliseconds)
    }
}

/// The apps that are muted, each until some moment.
///
/// A mute is over when the clock on the wall says so. Where that clock is set back meanwhile, it is over
/// once it has been there for a minute longer than it was to be.
package struct Mutes: Sendable {
    /// Apps that may be muted at a time; a further one is refused.
    package static let limit = 64
    /// How long a mute may be.
    package static let longest: Duration = .seconds(30 * 86_400)
    /// How far two clocks may come to differ although nobody sets one of them.
    private static let tolerance: Duration = .seconds(60)

    private struct Entry: Sendable {
        var mute: Mute
        /// When it is over by the clock that nobody sets.
        let deadline: Duration

        func left(at now: Duration, _ wall: WallTime) -> Duration {
            min(
                .milliseconds(mute.until.milliseconds - wall.milliseconds), deadline - now)
        }
    }

    /// By the identifier in the one case in which identifiers are compared.
    private var entries: [String: Entry] = [:]

    /// No app is muted.
    package init() {}

    /// Whether no app is muted.
    package var isEmpty: Bool { entries.isEmpty }

    /// All of them, the one that ends first before the others, each until it will be over.
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

    /// Mutes an app from now on, or until another moment than before; false where there is no room.
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

    /// Shows an app again, and returns how it was muted.
    package mutating func remove(_ app: Text) -> Mute? {
        entries.removeValue(forKey: app.string.folded)?.mute
    }

    /// Lets those go that are over.
    package mutating func endDue(at now: Duration, _ wall: WallTime) {
        entries = entries.filter { $0.value.left(at: now, wall) > .zero }
    }

    /// How long it is until the first one is over; nil where there is none.
    package func timeLeft(at now: Duration, _ wall: WallTime) -> Duration? {
        entries.values.map { $0.left(at: now, wall) }.min()
    }

    /// Whether a notice of this app is left out, and counts it if so.
    mutating func takes(_ app: Text) -> Bool {
        guard !entries.isEmpty else { return false }
        let key = app.string.folded
        guard entries[key] != nil else { return false }
        entries[key]?.mute.count += 1
        return true
    }
}
