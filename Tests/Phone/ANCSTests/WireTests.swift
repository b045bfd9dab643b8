import Expecting
import Testing

@testable import ANCS

/// The wire types, against captured and hand-made bytes.
struct WireTests {
    @Test func `a captured notification is read`() throws {
        // An iPhone's value as bluetoothctl printed it on a Raspberry Pi; see Fixtures/README.md.
        let event = try SourceEvent(parsing: Fixtures.capturedSourceValue)
        expect(event.event, is: .added)
        expect(event.flags, is: .negativeAction)
        expect(event.category, is: .social)
        expect(event.categoryCount, is: 9)
        expect(event.uid.rawValue, is: 0x37)
    }

    @Test func `every event, flag and category survives, known or not`() throws {
        for value in UInt8.min...UInt8.max {
            let event = try SourceEvent(
                parsing: [value, value, value, value, 0x78, 0x56, 0x34, 0x12])
            expect(event.event.rawValue, is: value)
            expect(event.flags.rawValue, is: value)
            expect(event.category.rawValue, is: value)
            expect(event.categoryCount, is: value)
            expect(event.uid.rawValue, is: 0x1234_5678)
        }
    }

    @Test(
        "only eight bytes are a Notification Source value", arguments: [0, 1, 7, 9, 16, 512])
    func length(count: Int) {
        #expect(throws: SourceEventError.wrongLength(count)) {
            try SourceEvent(parsing: [UInt8](repeating: 0, count: count))
        }
    }

    @Test(
        "requests have the bytes of the specification",
        arguments: [
            (
                .notificationAttributes(
                    NotificationUID(rawValue: 0x0102_0304), maximumTextLength: 2048),
                [
                    0x00, 0x04, 0x03, 0x02, 0x01,  // command, handle
                    0x00,  // app identifier
                    0x01, 0x00, 0x08, 0x02, 0x00, 0x08, 0x03, 0x00, 0x08,  // texts, 2,048 each
                    0x04, 0x05, 0x06, 0x07,  // size, date, labels
                ], "all eight attributes: nineteen bytes, which fit the smallest link"
            ),
            (
                .appName(appIdentifier: Array("com.é".utf8)),
                [0x01, 0x63, 0x6F, 0x6D, 0x2E, 0xC3, 0xA9, 0x00, 0x00],
                "a non-ASCII identifier ends in its zero byte"
            ),
            (
                .perform(.positive, NotificationUID(rawValue: 0x37)),
                [0x02, 0x37, 0x00, 0x00, 0x00, 0x00], "answer a call"
            ),
            (
                .perform(.negative, NotificationUID(rawValue: 0xFFFF_FFFE)),
                [0x02, 0xFE, 0xFF, 0xFF, 0xFF, 0x01], "decline one"
            ),
        ] as [(Request, [UInt8], String)])
    func request(request: Request, expected: [UInt8], why: String) {
        expect(request.bytes, is: expected, "\(why)")
    }

    @Test(
        "dates are read, and impossible ones are none",
        arguments: [
            ("20131105T181928", "2013-11-5 18:19:28", "captured; see Fixtures/README.md"),
            ("20240229T000000", "2024-2-29 0:0:0", "a leap day"),
            ("20161231T235960", "2016-12-31 23:59:60", "a leap second"),
            ("20230229T120000", nil, "no leap day"),
            ("20240431T120000", nil, "April has thirty days"),
            ("21000229T120000", nil, "a century that is no leap year"),
            ("20241301T120000", nil, "no such month"),
            ("20240001T120000", nil, "month zero"),
            ("20240100T120000", nil, "day zero"),
            ("20240101T240000", nil, "no such hour"),
            ("20240101T126000", nil, "no such minute"),
            ("20240101T120061", nil, "no such second"),
            ("00000101T120000", nil, "year zero"),
            ("", nil, "the phone app sends none"),
            ("20131105T18192", nil, "one character short"),
            ("20131105T1819280", nil, "one too many"),
            ("20131105 181928", nil, "no T"),
            ("2013110५T18192", nil, "digits are ASCII"),
            ("2013-105T181928", nil, "a sign is no digit"),
        ] as [(String, String?, String)])
    func date(text: String, expected: String?, why: String) {
        let date = PhoneDate(parsing: Array(text.utf8)[...])
        let words = date.map {
            "\($0.year)-\($0.month)-\($0.day) \($0.hour):\($0.minute):\($0.second)"
        }
        expect(words, is: expected, "\(why)")
    }

    @Test(
        "refusals that matter are told apart",
        arguments: [
            (0x03, SessionState.notShared, "write not permitted: sharing is off"),
            (0x05, .notSecure, "insufficient authentication"),
            (0x08, .notSecure, "insufficient authorization"),
            (0x0C, .notSecure, "key too short"),
            (0x0F, .notSecure, "insufficient encryption"),
            (0x0E, nil, "unlikely error"),
            (0xA0, nil, "unknown command"), (0xA1, nil, "invalid command"),
            (0xA2, nil, "invalid parameter"), (0xA3, nil, "action failed"),
            (0x81, nil, "a code nobody knows"),
        ] as [(UInt8, SessionState?, String)])
    func refusal(code: UInt8, expected: SessionState?, why: String) {
        expect(WriteError(rawValue: code).state, is: expected, "\(why)")
    }
}
