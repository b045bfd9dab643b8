import Expecting
import Notices
import Testing

@testable import History

/// Bars, scales, shades and numbers.
struct ChartPartTests {
    @Test(arguments: [
        (0.0, 8, "", "nothing"), (1, 2, "██", "all"), (0.5, 1, "▌", "half a column"),
        (0.0001, 4, "▏", "whatever is, is seen"), (7, 2, "██", "never more than there is room for"),
        (0.5, 0, "", "no room"), (-1, 4, "", "less than nothing"),
    ])
    func `a lying bar has the length of its part`(
        _ part: Double, _ width: Int, _ bar: String, _ why: Comment
    ) {
        expect(Blocks.lying(part, width: width), is: bar, why)
    }

    @Test func `a standing bar is built from below`() {
        let rows = { (part: Double) in
            String((0..<3).map { Blocks.standing(part, height: 3, row: $0) })
        }
        expect(rows(0), is: "   ")
        expect(rows(0.001), is: "▁  ")
        expect(rows(0.5), is: "█▄ ")
        expect(rows(1), is: "███")
        expect(rows(2), is: "███")
    }

    @Test func `a scale begins at zero, ends at or above the greatest number, and is no waste`() {
        for lines in 1...6 {
            for greatest in stride(from: 0.0, through: 40_000, by: 9.7) {
                let scale = Scale(upTo: greatest, lines: lines)
                let isRight =
                    scale.lines.first == 0 && scale.lines.last == scale.top
                    && scale.top >= greatest && scale.top - scale.step < max(greatest, 1)
                    && scale.lines.count <= lines + 1 && scale.step.rounded() == scale.step
                if !isRight { Issue.record("\(scale) for \(greatest) in \(lines) lines") }
            }
        }
    }

    @Test func `shades part the numbers, and their words say how`() {
        for count in [4, 6] {
            for greatest in 1...300 {
                let levels = HeatLevels(greatest: greatest, count: count)
                expect(levels.level(of: 0), is: 0)
                expect(levels.level(of: greatest), is: count)
                for number in 1...greatest {
                    let words = levels.words(levels.level(of: number)) ?? ""
                    let bounds = words.split(separator: "–").compactMap { Int($0) }
                    if (bounds.first ?? 0) > number || (bounds.last ?? 0) < number {
                        Issue.record("\(number) of \(greatest) is in \(words)")
                    }
                }
            }
        }
    }

    @Test(arguments: [
        (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"),
        (-1000, "-1,000"), (Int.min, "-9,223,372,036,854,775,808"),
    ])
    func `thousands are parted`(_ number: Int, _ text: String) {
        expect(number.grouped, is: text)
    }

    @Test(arguments: [
        (0.0, "0", "0.0 %"), (0.25, "0.3", "25.0 %"), (1, "1", "100.0 %"), (0.9994, "1", "99.9 %"),
        (1234.56, "1,234.6", "100.0 %"), (0.0004, "0", "0.0 %"),
    ])
    func `numbers have one decimal at most`(_ number: Double, _ short: String, _ percent: String) {
        expect(number.shortened, is: short)
        expect(number.percent, is: percent)
    }

    @Test(arguments: [
        (0.0, "0"), (1.5, "1.5"), (-0.25, "-0.25"), (2.004, "2"), (3.1, "3.1"), (-7, "-7"),
        (0.07, "0.07"),
    ])
    func `coordinates have two decimals at most`(_ number: Double, _ text: String) {
        expect(number.drawn, is: text)
    }

    @Test func `days in buckets lose nothing`() {
        for days in [1, 2, 29, 365, 366, 2000] {
            let figures = Figures.make(days: days, rows: 500, names: ["Mama"])
            for limit in [1, 16, 53, 76, 400] {
                let buckets = DayBuckets(figures.days, atMost: limit)
                #expect(buckets.buckets.count <= limit)
                expect(buckets.buckets.flatMap(\.days), is: figures.days)
                let calls = buckets.buckets.reduce(0) { $0 + $1.calls * Double($1.days.count) }
                #expect(abs(calls - Double(figures.calls.total)) < 0.001)
                #expect(!CalendarAxis(buckets).ticks { _ in true }.isEmpty)
            }
        }
    }

    @Test(arguments: [
        ("Zoë", 3, "Zoë", "it fits"), ("Zoë M", 4, "Zoë…", "cut"), ("日本語", 5, "日本…", "wide ones"),
        ("日本語", 4, "日…", "half a wide one is none"), ("abc", 0, "", "no room"), ("", 0, "", "none"),
        ("abc", 1, "…", "room for the ellipsis"), ("日", 1, "…", "wider than the room"),
    ])
    func `a name is cut by the columns it takes`(
        _ name: String, _ room: Int, _ cut: String, _ why: Comment
    ) {
        expect(name.cut(to: room), is: cut, why)
    }
}
