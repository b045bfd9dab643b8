import Board
import Expecting
import Linux
import Testing

/// When something was, in as few columns as there are.
struct RowMomentTests {
    /// Monday 2 March 2026, and days before and after, at five past nine.
    private static func moment(_ day: Int, _ month: Int = 3, _ year: Int = 2026) -> WallTime {
        WallTime(year: year, month: month, day: day, hour: 9, minute: 5, second: 59)
            ?? WallTime(milliseconds: 0)
    }

    @Test(
        arguments: [
            (moment(2), nil, "today"), (moment(1), "Sun", "yesterday"),
            (moment(24, 2), "Tue", "six days ago"), (moment(23, 2), "23 Feb", "a week ago"),
            (moment(3), "3 Mar", "a day to come is no weekday of the past"),
            (moment(1, 1), "1 Jan", "this year"),
            (moment(31, 12, 2025), "Dec 2025", "another year"),
            (moment(28, 2, 2024), "Feb 2024", "long ago"),
        ] as [(WallTime, String?, Comment)])
    func `the day is told where it is not today`(_ time: WallTime, _ day: String?, _ why: Comment) {
        let moment = RowMoment(time, asOf: Self.moment(2))
        expect(moment.clock, is: "09:05")
        expect(moment.day, is: day, why)
    }

    @Test(arguments: [
        (moment(2), 5, "09:05"), (moment(1), 9, "Sun 09:05"), (moment(1), 8, "Sun"),
        (moment(1), 5, "Sun"), (moment(23, 2), 12, "23 Feb 09:05"), (moment(23, 2), 6, "23 Feb"),
        (moment(23, 2), 5, "23Feb"), (moment(1, 1), 5, "1 Jan"), (moment(23, 2), 4, ""),
        (moment(31, 12, 2023), 17, "31 Dec 2023 09:05"), (moment(31, 12, 2023), 12, "31 Dec 2023"),
        (moment(31, 12, 2023), 8, "Dec 2023"), (moment(31, 12, 2023), 5, "2023"),
        (moment(2), 4, ""), (moment(2), -1, ""),
    ])
    func `as much of it is said as there is room for`(
        _ time: WallTime, _ columns: Int, _ words: String
    ) {
        expect(RowMoment(time, asOf: Self.moment(2)).words(columns: columns), is: words)
    }

    @Test func `the end of a year is near its beginning`() {
        let moment = RowMoment(Self.moment(31, 12, 2025), asOf: Self.moment(2, 1))
        expect(moment.day, is: "Wed")
    }
}
