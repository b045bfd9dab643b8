import Board
import Commands
import Configuration
import Control
import Formats
import History
import HistoryCommands
import Linux
import Notices
import Settings

/// Lookup of a notification by its handle, with all its details printed.
struct NoticeLookup {
    /// Connection options.
    let client: ClientOptions
    /// The history.
    let place: HistoryPlace
    /// Whether the output is JSON.
    let writesLines: Bool
    /// The end of the notification's name.
    let handle: NoticeHandle
    /// Advice to append to the message about a missing notification.
    let advice: String

    /// Finds the notification and prints it.
    func run() -> ExitStatus {
        if place.isNamed { return look(in: place) }
        switch HeldNotices.ask(at: client.path, TailRequest()) {
        case .failure(.failed(.noBridge)) where !client.isNamed: return look(in: place)
        case .failure(let problem): return problem.tell()
        case .success(let day):
            let found = day.entries(named: handle)
            if found.count > 1 { return tellOfSeveral(found.map(\.notice.id)) }
            guard let entry = found.first else { return lookElsewhere() }
            return print(entry.event, isThere: !entry.isGone)
        }
    }

    /// Looks in the history of the bridge, if it keeps one.
    private func lookElsewhere() -> ExitStatus {
        guard case .success(let answer) = ControlClient.ask(StatusRequest(), at: client.path),
            let folder = answer.value.history?.folder
        else {
            Messages.say("no notification here has this name; see callboard list" + advice)
            return .failure
        }
        return look(in: place.at(folder, for: ShowCommand.command))
    }

    private func look(in place: HistoryPlace) -> ExitStatus {
        place.look { (reader) throws(HistoryError) in
            let found = try reader.notices(named: handle, limit: Self.mostNamed)
            if found.count > 1 { return tellOfSeveral(found.map(\.notice.id)) }
            guard let stored = found.first else {
                Messages.say(
                    "no notification has this name, neither on a phone nor in the history" + advice)
                return .failure
            }
            return print(stored.event, isThere: false)
        }
    }

    /// Maximum number of names to list if several match.
    private static let mostNamed = 8

    private func tellOfSeveral(_ ids: [NoticeID]) -> ExitStatus {
        let names = ids.map(\.description).sorted().suffix(Self.mostNamed).reversed()
        Messages.say(
            "more than one name ends like this: " + names.joined(separator: ", "))
        return .failure
    }

    private func print(_ event: BridgeEvent, isThere: Bool) -> ExitStatus {
        if writesLines {
            var format = OutputFormat.json.make()
            return Messages.print(
                String(decoding: format.lines(for: event, columns: nil), as: UTF8.self))
        }
        guard case .notice(let change, let notice, let time) = event else { return .failure }
        return Messages.print(
            NoticeSheet(notice, change, at: time, isThere: isThere).text)
    }
}
