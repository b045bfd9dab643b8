import ANCS
import Expecting
import Linux
import Testing

@testable import Captures

@Suite(.timeLimit(.minutes(1))) struct RecordingTests {
    private static let header =
        #"{"v":1,"recording":"callboard","started":1763767921000,"anonymised":false}"# + "\n"

    private static let all: [Happening] = [
        .linked, .available, .subscribe(.dataSource), .subscribed(.dataSource),
        .refused(.notificationSource, .writeNotPermitted), .unsubscribe(.notificationSource),
        .unsubscribed(.notificationSource), .value(.dataSource, [0, 0xFF, 0x1A]), .write([2, 1]),
        .written(nil), .written(.invalidParameter), .unavailable, .named("Zoë's"), .unlinked,
    ]

    private static func events(_ text: String) throws(OpeningError) -> [RecordedEvent] {
        var reader = try RecordingReader(FileBytes(Array(text.utf8)), named: "file")
        var events: [RecordedEvent] = []
        while let event = try reader.next() { events.append(event) }
        return events
    }

    @Test func `what is written is read back`() throws {
        let writer = RecordingWriter(started: WallTime(milliseconds: 1_763_767_921_000))
        let events = Self.all.enumerated().map { index, happening in
            RecordedEvent(
                time: .milliseconds(index), phone: 1, name: index == 0 ? "Zoë's \"phone\"\n" : nil,
                happening: happening)
        }
        let bytes = writer.header + events.flatMap(writer.line)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix(Self.header))
        try expect(Self.events(text), is: events)
        expect(Story(bytes).problem, is: nil)
    }

    @Test(
        "a mistake is told with file, line and field",
        arguments: [
            (#"{"t":0,"phone":1,"what":"linkd"}"#, "file:2: what: "),
            (#"{"t":-1,"phone":1,"what":"linked"}"#, "file:2: t: "),
            (#"{"t":0,"phone":0,"what":"linked"}"#, "file:2: phone: "),
            (#"{"t":0,"phone":1,"what":"write","hex":"0"}"#, "file:2: hex: "),
            (#"{"t":0,"phone":1,"what":"write"}"#, "file:2: hex: "),
            (#"{"t":0,"phone":1,"what":"named"}"#, "file:2: name: "),
            (#"{"t":0,"phone":1,"what":"written","error":256}"#, "file:2: error: "),
            (#"{"t":0,"phone":1,"what":"linked","hex":"00"}"#, "file:2: hex: "),
            (#"{"t":0,"phone":1,"what":"value","characteristic":"x","hex":""}"#, "file:2: char"),
            (#"{"t":0,"phone":1,"#, "file:2: column "),
            (#"{"t":0,"phone":1,"what":"linked","colour":1}"#, "file:2: colour: "),
        ])
    func mistakes(line: String, start: String) {
        let error = #expect(throws: OpeningError.self) {
            try Self.events(Self.header + line + "\n")
        }
        expect(error?.description.hasPrefix(start), is: true, "\(error?.description ?? "")")
    }

    @Test(
        "a wrong first line is refused",
        arguments: [
            "{}", #"{"v":2,"recording":"callboard","started":0}"#,
            #"{"v":1,"recording":"other","started":0}"#, #"{"v":1,"recording":"callboard"}"#,
        ])
    func headers(line: String) {
        expect(Story(Array((line + "\n").utf8)).problem?.place, is: .line(1))
    }

    @Test func `lines are in the order of time`() {
        let lines =
            #"{"t":5,"phone":1,"what":"linked"}"# + "\n" + #"{"t":4,"phone":1,"what":"linked"}"#
        let story = Story(Array((Self.header + lines + "\n").utf8))
        expect(story.problem?.place, is: .line(3))
    }

    @Test func `a last line that is not all there is no mistake`() {
        let whole = #"{"t":5,"phone":1,"what":"value","characteristic":"data_source","hex":"00"}"#
        for length in 1..<whole.utf8.count {
            let story = Story(Array((Self.header + whole.prefix(length)).utf8))
            #expect(story.problem == nil && story.summary.isCut, "cut at \(length)")
        }
    }

    @Test func `a line without an end is refused`() {
        let line = [UInt8](repeating: 0x20, count: RecordingReader.lineLimit + 10)
        let story = Story(Array(Self.header.utf8) + line)
        expect(story.problem?.place, is: .line(2))
    }
}
