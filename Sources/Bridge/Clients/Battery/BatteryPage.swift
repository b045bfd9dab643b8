import Formats
import History
import HistoryCommands
import Linux
import Notices

/// The batteries of all phones: the level now or the last one, and a chart of some days.
struct BatteryPage {
    private struct Phone {
        var name: PhoneName
        var levels: [StoredLevel] = []
        var links: [LinkSpan] = []
        var present: StoredLevel?
    }

    private var phones: [PhoneName.Key: Phone] = [:]
    private let now: WallTime
    private let chart: BatteryChart
    /// Whether a level of the wanted time is stored.
    private(set) var hasDays = false

    /// - Parameter present: levels that a running bridge reports
    init(
        present: [StoredLevel], now: WallTime, calendar: LocalCalendar = .ofMachine
    ) {
        self.now = now
        chart = BatteryChart(now: now, calendar: calendar)
        for level in present {
            phones[level.phone.key] = Phone(name: level.phone, present: level)
        }
    }

    /// Whether nothing is known.
    var isEmpty: Bool { phones.isEmpty }

    /// Reads the stored levels and connections.
    mutating func read(
        _ reader: HistoryReader, _ filter: BatteryFilter, since: WallTime
    ) throws(HistoryError) {
        var filter = filter
        filter.since = since
        for level in try reader.levels(before: since, of: filter.phones).sorted(by: {
            $0.at.milliseconds < $1.at.milliseconds
        }) {
            add(level)
        }
        var found: [StoredLevel] = []
        try reader.levels(filter) { level in
            found.append(level)
            return true
        }
        hasDays = !found.isEmpty
        for level in found { add(level) }
        try reader.links(since: since, until: filter.until) { link in
            for (key, phone) in phones where phone.name.name == link.phone {
                phones[key]?.links.append(link)
            }
        }
    }

    private mutating func add(_ level: StoredLevel) {
        phones[level.phone.key, default: Phone(name: level.phone)].levels.append(level)
        phones[level.phone.key]?.name = level.phone
    }

    /// The text of all phones.
    func text(since: WallTime, until: WallTime) -> String {
        phones.values.sorted { $0.name.name < $1.name.name }.map { phone in
            var links = phone.links
            // The bridge knows that the phone is connected now.
            if let present = phone.present {
                links.append(LinkSpan(phone: phone.name.name, began: present.at, ended: now))
            }
            let days = chart.lines(phone.levels, links, since: since, until: until)
            let hours = days.isEmpty ? [] : [BatteryChart.hours]
            return ([heading(of: phone)] + days + hours).map { $0 + "\n" }.joined()
        }.joined(separator: "\n")
    }

    private func heading(of phone: Phone) -> String {
        let name = Text(phone.name.name).cleaned()
        if let present = phone.present { return "\(name)  \(present.level) % now" }
        guard let last = phone.levels.last else { return name }
        let (day, today) = (LocalDay(last.at), LocalDay(now))
        let year = day.date.year == today.date.year ? "" : " \(day.date.year)"
        let date = day == today ? "" : "\(day.dayAndMonth)\(year), "
        return "\(name)  \(last.level) % (\(date)\(last.at.local.shortClock))"
    }
}
