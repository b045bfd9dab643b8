import Board
import Commands
import Configuration
import Contract
import Control
import Formats
import History
import HistoryCommands
import Linux
import Notices
import Settings

/// Finds a notice by what a person calls it, and prints all of it.
struct NoticeLookup {
    /// Where the running bridge is.
    let client: ClientOptions
    /// Where the history is.
    let place: HistoryPlace
    /// Whether programs are to read it.
    let writesLines: Bool
    /// The notice's name, or the end of it.
    let handle: NoticeHandle
    /// What is said where there is none, beside that.
    let advice: String

    /// Looks for it, and prints it.
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

    /// Looks in the history that the bridge keeps, if it does.
    private func lookElsewhere() -> ExitStatus {
        guard case .success(let answer) = ControlClient.ask(StatusRequest(), at: client.path),
            let folder = answer.value.history?.folder
        else {
            Messages.say("no notice here has this name; see callboard list" + advice)
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
                    "no notice has this name, neither on a phone nor in the history" + advice)
                return .failure
            }
            return print(stored.event, isThere: false)
        }
    }

    /// So many names are told at most where more than one notice may be meant.
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
