import Expecting
import Linux
import Notices
import Testing

@testable import History

/// The calendar below the bars.
struct CalendarAxisTests {
    /// Days without a call, from one on.
    private func days(from start: LocalDay, count: Int) -> [StatisticsFigures.Day] {
        (0..<count).map {
            StatisticsFigures.Day(day: start.advanced(by: $0), notices: 0, calls: 0, missed: 0)
        }
    }

    /// The lines below bars that a terminal of so many columns has.
    private func lines(_ days: [StatisticsFigures.Day], columns: Int) -> [String] {
        let (buckets, pitch) = laidOut(days, columns: columns)
        return CalendarLines(buckets, pitch: pitch, indent: Self.indent, columns: columns).lines
            .map { $0.text(columns: columns, isColored: false) }
    }

    private static let indent = 5

    private func laidOut(
        _ days: [StatisticsFigures.Day], columns: Int
    ) -> (DayBuckets, pitch: Int) {
        let buckets = DayBuckets(days, atMost: columns - Self.indent)
        return (buckets, max(1, min((columns - Self.indent) / buckets.buckets.count, 6)))
    }

    /// The words of a line with the columns in which they begin.
    private func words(_ line: String) -> [(column: Int, text: String)] {
        var words: [(column: Int, text: String)] = []
        var wasSpace = true
        for (column, character) in line.enumerated() {
            if character != " ", wasSpace { words.append((column, "")) }
            if character != " " { words[words.count - 1].text.append(character) }
            wasSpace = character == " "
        }
        return words
    }

    @Test(arguments: [
        (40, "       Jan Mar  May Jul  Sep Nov", "       2026"),
        (
            80, "      Dec Jan Feb Mar  Apr May  Jun Jul Aug  Sep Oct Nov",
            "          2026"
        ),
    ])
    func `a year has its months evenly and its Januaries with their year`(
        _ columns: Int, _ months: String, _ years: String
    ) {
        let year = days(from: LocalDay(year: 2025, month: 11, day: 24), count: 365)
        expect(lines(year, columns: columns), is: [months, years])
    }

    @Test func `at every width each month stands where it begins, with none left out between`() {
        for start in stride(from: 0, to: 366, by: 13) {
            let first = LocalDay(year: 2025, month: 1, day: 1).advanced(by: start)
            let days = days(from: first, count: 365)
            for columns in 40...200 {
                if let problem = problem(days, columns: columns) {
                    Issue.record("\(first), \(columns) columns: \(problem)")
                    return
                }
            }
        }
    }

    /// What is wrong with the axis of some days.
    private func problem(_ days: [StatisticsFigures.Day], columns: Int) -> String? {
        let lines = lines(days, columns: columns)
        let (buckets, pitch) = laidOut(days, columns: columns)
        guard lines.count == 2 else { return "\(lines.count) lines" }
        let years = words(lines[1])
        let months = words(lines[0]).compactMap { word in
            LocalDay.months.firstIndex(of: word.text).map { (column: word.column, month: $0) }
        }
        guard months.count == words(lines[0]).count, months.count >= 3 else { return lines[0] }
        let steps = zip(months, months.dropFirst()).map { ($1.month - $0.month + 12) % 12 }
        if Set(steps).count > 1 { return "uneven: " + lines[0] }
        for year in years where !months.contains(where: { $0.column == year.column }) {
            return "a year below no month: " + lines[1]
        }
        for (column, month) in months {
            let bucket = buckets.buckets[(column - Self.indent) / pitch]
            guard
                let day = bucket.days.first(where: {
                    $0.day.date.day == 1 && $0.day.date.month == month + 1
                })?.day
            else { return "\(month + 1) is elsewhere: " + lines[0] }
            let year = years.first { $0.column == column }?.text
            if month == 0, year != String(day.date.year) { return "a January without its year" }
            if let year, year != String(day.date.year) { return "another year: \(year)" }
        }
        return nil
    }

    @Test(arguments: [
        (1, ["24 Nov"], "one day"), (7, ["24 Nov", "25 Nov", "26 Nov"], "each day"),
        (30, ["24 Nov", "1 Dec", "8 Dec"], "each Monday"),
        (365, ["Dec", "Jan", "Feb"], "each month"), (2000, ["2026", "2027", "2028"], "each year"),
        (15_000, ["2026", "2027", "2028"], "each year of many"),
    ])
    func `what begins is as long as the time is`(_ count: Int, _ first: [String], _ why: String) {
        let buckets = DayBuckets(
            days(from: LocalDay(year: 2025, month: 11, day: 24), count: count), atMost: 400)
        let ticks = CalendarAxis(buckets).ticks { _ in true }
        expect(ticks.prefix(3).map(\.text), is: first, "\(why)")
    }

    @Test func `where there is less room, fewer begin`() {
        let year = DayBuckets(
            days(from: LocalDay(year: 2025, month: 11, day: 24), count: 365), atMost: 400)
        let axis = CalendarAxis(year)
        expect(
            [12, 6, 4, 3, 1].map { room in axis.ticks { $0.count <= room }.count },
            is: [
                12, 6, 4, 2, 1,
            ])
        expect(axis.ticks { _ in false }.map(\.text), is: ["24 Nov"])
    }
}
