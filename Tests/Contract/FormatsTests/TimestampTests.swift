import ANCS
import Expecting
import Testing

@testable import Formats
@testable import Linux
@testable import Outlets

struct TimestampTests {
    @Test(arguments: [
        (60, 7, "2026-03-02T09:04:05.007+01:00"), (0, 0, "2026-03-02T09:04:05.000+00:00"),
        (-210, 999, "2026-03-02T09:04:05.999-03:30"), (345, 120, "2026-03-02T09:04:05.120+05:45"),
    ])
    func `a moment has milliseconds and a zone`(_ offset: Int, _ milliseconds: Int, _ text: String)
    {
        let time = LocalTime(
            year: 2026, month: 3, day: 2, hour: 9, minute: 4, second: 5, offsetMinutes: offset)
        expect(time.timestamp(milliseconds: milliseconds), is: text)
    }

    @Test func `a moment before 1970 has its milliseconds too`() {
        #expect(WallTime(milliseconds: -1).timestamp.contains(":59.999"))
    }

    @Test(arguments: [Int64.min / 2, .max])
    func `a moment no calendar reaches is written all the same`(_ milliseconds: Int64) {
        #expect(WallTime(milliseconds: milliseconds).timestamp.contains("T"))
    }

    @Test func `the phone's date has no zone`() {
        let date = PhoneDate(parsing: Array("20131105T181928".utf8)[...])
        expect(date?.timestamp, is: "2013-11-05T18:19:28")
    }

    @Test(arguments: [
        (Duration.zero, "0"), (.seconds(3), "3"), (.milliseconds(5250), "5.25"),
        (.milliseconds(10), "0.01"), (.nanoseconds(999_999), "0"), (.seconds(-3), "0"),
        (.milliseconds(100_500), "100.5"),
    ])
    func `a time is written in seconds`(_ duration: Duration, _ text: String) {
        expect(duration.decimalSeconds, is: text)
    }
}
