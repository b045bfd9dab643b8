import Board
import Control
import Linux
import Notices

/// List of muted apps.
struct MutePage {
    private let mutes: [MutedApp]
    private let now: WallTime

    /// - Parameter mutes: mutes reported by the bridge.
    init(_ mutes: [MutedApp], now: WallTime = .now) {
        self.mutes = mutes
        self.now = now
    }

    var isEmpty: Bool { mutes.isEmpty }

    /// A line for each mute.
    var lines: [String] {
        mutes.map { "\(Self.name($0)) \(Self.end($0, now: now))\(Self.count($0))" }
    }

    /// Name and end of each mute, without the number of hidden notifications.
    var names: [String] {
        mutes.map { "\(Self.name($0)) \(Self.end($0, now: now))" }
    }

    /// Returns the name of a muted app.
    static func name(_ mute: MutedApp) -> String {
        // Without the right to read, a client learns only of apps that it has named itself.
        Text(mute.app ?? mute.appID ?? "an app").cleaned()
    }

    /// Returns the end of a mute as a phrase that follows the app.
    static func end(_ mute: MutedApp, now: WallTime) -> String {
        guard let until = mute.until else { return "" }
        let tomorrow = now.nextMidnight
        if until == tomorrow { return "until midnight" }
        let (clock, day) = (until.local, until.midnight)
        if day == now.midnight { return "until \(clock.shortClock)" }
        if day == tomorrow { return "until tomorrow \(clock.shortClock)" }
        return "until \(clock.dateAndMinute)"
    }

    /// Returns the number of hidden notifications as a clause; empty for none.
    static func count(_ mute: MutedApp) -> String {
        guard let count = mute.count, count > 0 else { return "" }
        return ", \(count) dropped"
    }
}
