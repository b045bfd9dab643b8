import Board
import Contract
import Linux
import Notices

/// The apps that are muted, as a person reads it.
struct MutePage {
    private let mutes: [MutedApp]
    private let now: WallTime

    /// - Parameter mutes: what the bridge said.
    init(_ mutes: [MutedApp], now: WallTime = .now) {
        self.mutes = mutes
        self.now = now
    }

    var isEmpty: Bool { mutes.isEmpty }

    /// A line for each.
    var lines: [String] {
        mutes.map { "\(Self.name($0)) \(Self.end($0, now: now))\(Self.count($0))" }
    }

    /// What each app is called, and when it is shown again.
    var names: [String] {
        mutes.map { "\(Self.name($0)) \(Self.end($0, now: now))" }
    }

    /// What an app is called, for people.
    static func name(_ mute: MutedApp) -> String {
        // A client that may not read learns of no app but one that it has named itself.
        Text(mute.app ?? mute.appID ?? "an app").cleaned()
    }

    /// When it is over, as it reads after the app.
    static func end(_ mute: MutedApp, now: WallTime) -> String {
        guard let until = mute.until else { return "" }
        let tomorrow = now.nextMidnight
        if until == tomorrow { return "until midnight" }
        let (clock, day) = (until.local, until.midnight)
        if day == now.midnight { return "until \(clock.shortClock)" }
        if day == tomorrow { return "until tomorrow \(clock.shortClock)" }
        return "until \(clock.dateAndMinute)"
    }

    /// How many notices were left out for it, as a clause; nothing where none was.
    static func count(_ mute: MutedApp) -> String {
        guard let count = mute.count, count > 0 else { return "" }
        return ", \(count) left out"
    }
}
