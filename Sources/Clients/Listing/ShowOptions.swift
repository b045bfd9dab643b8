package import Arguments
package import Commands
import Configuration
import Control
import Formats
import History
import HistoryCommands
import JSON
import Linux
import Notices

/// What a person can choose about `show`.
package struct ShowOptions: Sendable {
    private static let notice = Operand(
        "ID", kind: .text,
        summary: "The notice, by its name or the end of it, as callboard list shows it")

    /// The command's entry in the table.
    package static let command = Command(
        name: "show", summary: "Show one notice whole",
        details: [
            "All its texts uncut, when it was sent and when it came, the app, the phone, and what can "
                + "be done about it. What the running bridge has no more is looked for in the history, "
                + "and so is everything where --history is given or no bridge runs."
        ],
        examples: [
            Command.Example("callboard show f6y", "one that callboard list shows"),
            Command.Example("callboard show 004hmasw9nf6y --json", "for programs"),
        ],
        options: JSONChoice.ofPage + [HistoryPlace.parameter.option, ClientOptions.socket.option],
        operands: [notice])

    private let client: ClientOptions
    private let place: HistoryPlace
    private let writesLines: Bool
    private let word: String

    /// Takes what was given on the command line.
    package init(_ arguments: ParsedArguments) {
        client = ClientOptions(arguments)
        place = HistoryPlace(arguments)
        writesLines = JSONChoice.isWanted(arguments)
        word = arguments[Self.notice].first ?? ""
    }

    /// Finds the notice, and prints it.
    package func run() -> ExitStatus {
        guard let handle = NoticeHandle(word) else {
            Messages.say(NoticeHandle.problem(with: word) ?? "")
            return .usage
        }
        if place.isNamed { return look(in: place, handle) }
        switch HeldNotices.ask(at: client.path, ControlRequest.Tail()) {
        case .failure(.failed(.noBridge)) where !client.isNamed: return look(in: place, handle)
        case .failure(let problem): return problem.tell()
        case .success(let list):
            let found = list.events(named: handle)
            if found.count > 1 { return tellOfSeveral(found.compactMap(\.notice?.id)) }
            guard let event = found.first else { return lookElsewhere(handle) }
            return print(event, isThere: event.notice.map(list.notices.contains) ?? false)
        }
    }

    /// Looks in the history that the bridge keeps, if it does.
    private func lookElsewhere(_ handle: NoticeHandle) -> ExitStatus {
        guard case .success(let reply) = ControlClient.ask(.status, at: client.path),
            case .done(let value) = reply.outcome, let folder = value["history"]?.text("folder")
        else {
            Messages.say("no notice here has this name; see callboard list")
            return .failure
        }
        return look(in: place.at(folder, for: Self.command), handle)
    }

    private func look(in place: HistoryPlace, _ handle: NoticeHandle) -> ExitStatus {
        place.look { (reader) throws(HistoryError) in
            let found = try reader.notices(named: handle, limit: Self.mostNamed)
            if found.count > 1 { return tellOfSeveral(found.map(\.notice.id)) }
            guard let stored = found.first else {
                Messages.say("no notice has this name, neither on a phone nor in the history")
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

    private func print(_ event: BoardEvent, isThere: Bool) -> ExitStatus {
        if writesLines {
            var format = OutputFormat.json.make()
            return Messages.print(
                String(decoding: format.lines(for: event, columns: nil), as: UTF8.self))
        }
        guard case .notice(let change, let notice, let time) = event else { return .failure }
        return Messages.print(
            NoticePage(notice, change, at: time, isThere: isThere).text)
    }
}
