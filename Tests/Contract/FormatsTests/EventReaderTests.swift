import ANCS
import EventSupport
import Expecting
import JSON
import Linux
import Notices
import Testing

@testable import Formats

struct EventReaderTests {
    private func line(of event: BridgeEvent) -> [UInt8] {
        JSONFormat(showsSource: true).lines(for: event, columns: nil)
    }

    @Test func `every event that is written can be read back as it was`() throws {
        for event in Events.all {
            let value = try JSONValue(parsing: line(of: event))
            try expect(EventReader.event(value), is: event)
        }
    }

    @Test func `what a later version hides otherwise counts as hidden`() throws {
        let text = String(decoding: line(of: Events.hiddenText), as: UTF8.self)
        let later = text.replacing(#""hidden":"text""#, with: #""hidden":"half""#)
        let event = try EventReader.event(JSONValue(parsing: Array(later.utf8)))
        guard case .notice(_, let notice, _) = event else {
            Issue.record("no notice")
            return
        }
        expect(notice.hidden, is: .all)
    }

    @Test func `whoever a later version says removed a notice is nobody known`() throws {
        let text = String(decoding: line(of: Events.removed), as: UTF8.self)
        let later = text.replacing(#""removed_by":"user""#, with: #""removed_by":"cat""#)
        let event = try EventReader.event(JSONValue(parsing: Array(later.utf8)))
        #expect(later != text && event == .notice(.removed, Events.notice(), at: Events.at))
    }

    @Test func `a line that is cut anywhere is no event`() throws {
        let whole = line(of: Events.ordinary)
        for count in 0..<(whole.count - 2) {
            #expect(throws: JSONError.self) {
                _ = try EventReader.event(JSONValue(parsing: Array(whole.prefix(count))))
            }
        }
    }

    @Test(arguments: [
        (#"{"v":1,"event":"tomorrow","at":"2026-03-02T10:04:02.375+01:00"}"#, "a later kind"),
        (
            #"{"v":1,"event":"radio","state":"humming","at":"2026-03-02T10:04:02Z"}"#,
            "a later state"
        ),
    ])
    func `what a later version adds is passed over`(_ line: String, _ why: String) throws {
        try expect(EventReader.event(JSONValue(parsing: Array(line.utf8))), is: nil, "\(why)")
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0),
        ("1969-12-31T23:59:59.999Z", -1),
        ("2026-03-02T10:04:02.125+01:00", 1_772_442_242_125),
        ("2024-02-29T12:00:00.5-05:30", 1_709_227_800_500),
        ("2000-12-31T23:59:60+00:00", 978_307_200_000),
    ])
    func `a moment is read in whatever zone it is told`(_ text: String, _ expected: Int64) {
        expect(WallTime(timestamp: text)?.milliseconds, is: expected)
    }

    @Test(arguments: [
        "", "2026", "2026-03-02 10:04:02Z", "2026-13-02T10:04:02Z", "2026-03-02T24:00:00Z",
        "2026-03-02T10:04:02", "2026-03-02T10:04:02Zx", "2026-03-02T10:04:02.Z", "😀",
    ])
    func `what is no moment is none`(_ text: String) {
        expect(WallTime(timestamp: text), is: nil)
    }
}
