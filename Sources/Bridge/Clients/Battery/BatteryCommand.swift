import Board
package import Commands
import Configuration
import Control
import Formats
import History
package import HistoryCommands
import Linux
import Notices
package import Settings

/// The command `battery`.
package struct BatteryCommand: Sendable {
    /// Days shown without `--since`, today included.
    private static let usualDays = 7

    /// Command table entry of `battery`.
    package static let command = Command(
        name: "battery", summary: "Show the battery of each phone, now and in the last days",
        details: [
            "The level now, if a bridge runs, and a line for each day with a column for each half "
                + "hour in which the phone was connected, and with the lowest and highest level.",
            "Levels are stored if battery = yes is set in [history]. With --json each change is an "
                + "event battery, oldest first. If nothing is known, the exit status is 1.",
        ],
        examples: [
            Command.Example("callboard battery", "the last seven days"),
            Command.Example("callboard battery --phone Ann --since monday", "one phone"),
            Command.Example("callboard battery --json | jq .battery", "for programs"),
        ],
        options: [
            FilterOptions.since.option, FilterOptions.until.option, NoticeChoice.phone.option,
            HistoryPlace.parameter.option,
        ] + JSONChoice.ofPage + ClientOptions.all)

    private let client: ClientOptions
    private let place: HistoryPlace
    private let times: TimeOptions
    private let phones: [String]
    private let writesLines: Bool

    /// Reads the parsed arguments.
    package init(_ arguments: ParsedArguments, in place: HistoryPlace) {
        client = ClientOptions(arguments)
        self.place = place
        times = TimeOptions(arguments)
        phones = arguments[NoticeChoice.phone]
        writesLines = JSONChoice.isWanted(arguments)
    }

    /// Prints the levels.
    package func run() -> ExitStatus {
        FilterOptions.attempt { () throws(FilterOptions.Problem) in
            let span = try times.span()
            let filter = BatteryFilter(since: span.since, until: span.until, phones: phones)
            return writesLines ? printEvents(filter) : printPage(filter)
        }
    }

    private func printEvents(_ filter: BatteryFilter) -> ExitStatus {
        place.look { (reader) throws(HistoryError) in
            guard try reader.count(filter) > 0 else {
                Messages.say(Self.nothing)
                return .failure
            }
            return LongOutput.write(pages: false) { output in
                do throws(HistoryError) {
                    let format = JSONFormat(showsSource: false)
                    try reader.levels(filter) { level in
                        output.write(format.lines(for: level.event, columns: nil))
                    }
                    return (.success, [])
                } catch {
                    let (status, sentence) = place.explanation(of: error)
                    return (status, [sentence])
                }
            }
        }
    }

    private func printPage(_ filter: BatteryFilter) -> ExitStatus {
        let now = WallTime.now
        var page = BatteryPage(present: present, now: now)
        let since =
            filter.since ?? LocalDay(now).advanced(by: 1 - Self.usualDays).moment()
        let trouble = place.found(
            { (reader) throws(HistoryError) -> String? in
                try page.read(reader, filter, since: since)
                return nil
            }, orElse: { $0 })
        if page.isEmpty {
            Messages.say(trouble ?? Self.nothing)
            return .failure
        }
        let text = page.text(since: since, until: filter.until ?? now)
        return LongOutput.write { output in
            _ = output.write(Array(text.utf8))
            return (.success, page.hasDays ? [] : [trouble ?? Self.nothing])
        }
    }

    private static let nothing =
        "no such battery levels are stored; battery = yes in [history] stores new ones"

    /// The levels that a running bridge reports; empty without one.
    private var present: [StoredLevel] {
        guard case .success(let day) = HeldNotices.ask(at: client.path, TailRequest()) else {
            return []
        }
        let wanted = Set(phones.map { $0.lowercased() })
        return day.batteries.filter { battery in
            let names = [battery.phone.name, battery.phone.id?.description ?? ""]
            return wanted.isEmpty || names.contains { wanted.contains($0.lowercased()) }
        }.map { StoredLevel($0.level, of: $0.phone, at: $0.time) }
    }
}
