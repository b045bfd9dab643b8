import Expecting
import Testing

@testable import Notices

/// Days of the week as rules name them.
struct DaySpanTests {
    @Test(
        arguments: [
            ("mon", "mon", "a day"), ("mo", "mon", "its two letters"),
            ("Saturday", "sat", "all of it"),
            ("mo-fr", "mon tue wed thu fri", "a span"),
            ("fri-mon", "fri sat sun mon", "past Sunday"),
            ("sun-sun", "sun", "one day"), ("tue - thu", "tue wed thu", "with spaces"),
            ("mon-sun", "mon tue wed thu fri sat sun", "all"),
            ("m", nil, "one letter may be two days"), ("t-f", nil, "likewise"),
            ("mon-", nil, "no end"),
            ("-", nil, "nothing"), ("", nil, "nothing"), ("mon-tue-wed", nil, "three ends"),
            ("monx", nil, "no day"),
        ] as [(String, String?, String)])
    func spans(_ text: String, _ days: String?, _ why: String) {
        let span = DaySpan(parsing: text)
        expect(span?.days.map(\.rawValue).joined(separator: " "), is: days, "\(why)")
        if let span { expect(DaySpan(parsing: span.description), is: span, "\(why)") }
    }
}
