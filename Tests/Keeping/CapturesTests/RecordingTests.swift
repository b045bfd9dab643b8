import ANCS
import Expecting
import Features
import Foundation
import LinkSupport
import Linux
import Radio
import Support
import Testing

@testable import Captures

struct RecordingTests {
    private static let header =
        #"{"v":1,"recording":"callboard","started":1763767921000,"anonymised":false}"# + "\n"

    private static let all: [Happening] = [
        .linked, .available, .subscribe(.dataSource), .subscribed(.dataSource),
        .refused(.notificationSource, .writeNotPermitted), .unsubscribe(.notificationSource),
        .unsubscribed(.notificationSource), .value(.dataSource, [0, 0xFF, 0x1A]), .write([2, 1]),
        .written(nil), .written(.invalidParameter), .unavailable, .named("Zoë's"), .unlinked,
    ]

    private static let place =
        #""service":"0000180f-0000-1000-8000-00805f9b34fb""#
        + #","characteristic":"00002a19-0000-1000-8000-00805f9b34fb""#
    /// What passes of a further service, and how its line ends.
    private static let further: [(happening: Happening, line: String)] = [
        (
            .tells(.appeared(BatteryFeature.service)),
            #""available","service":"0000180f-0000-1000-8000-00805f9b34fb""#
        ),
        (.asks(.subscribe(BatteryFeature.level)), #""subscribe","# + place),
        (.tells(.subscribed(BatteryFeature.level)), #""subscribed","# + place),
        (
            .tells(.refused(BatteryFeature.level, .unlikelyError)),
            #""refused","# + place + #","error":14"#
        ),
        (.asks(.read(BatteryFeature.level)), #""read","# + place),
        (
            .tells(.read(BatteryFeature.level, .success([77]))),
            #""answer","# + place + #","hex":"4d""#
        ),
        (
            .tells(.read(BatteryFeature.level, .failure(AttributeError(rawValue: 0)))),
            #""answer","# + place + #","error":0"#
        ),
        (.tells(.value(BatteryFeature.level, [76, 0])), #""value","# + place + #","hex":"4c00""#),
        (.asks(.write([1], BatteryFeature.level)), #""write","# + place + #","hex":"01""#),
        (.tells(.written(BatteryFeature.level, nil)), #""written","# + place),
        (.asks(.unsubscribe(BatteryFeature.level)), #""unsubscribe","# + place),
        (.tells(.unsubscribed(BatteryFeature.level)), #""unsubscribed","# + place),
        (
            .tells(.vanished(BatteryFeature.service)),
            #""unavailable","service":"0000180f-0000-1000-8000-00805f9b34fb""#
        ),
        // Nobody asks so, but whatever passes can be told.
        (.asks(.read(.dataSource)), #""read","characteristic":"data_source""#),
        (
            .tells(.read(.dataSource, .success([]))),
            #""answer","characteristic":"data_source","hex":"""#
        ),
        (
            .asks(.write([1], .dataSource)),
            #""write","characteristic":"data_source","hex":"01""#
        ),
    ]

    /// A recording of everything about a further service.
    private static var recording: [UInt8] {
        let lines = further.map { #"{"t":0,"phone":1,"what":\#($0.line)}"# }
        return Array((header + lines.joined(separator: "\n") + "\n").utf8)
    }

    @Test func `a line names another service and its characteristic`() throws {
        let writer = RecordingWriter(started: WallTime(milliseconds: 1_763_767_921_000))
        let events = Self.further.map {
            RecordedEvent(time: .zero, phone: 1, happening: $0.happening)
        }
        let bytes = writer.header + events.flatMap(writer.line)
        expect(
            String(decoding: bytes, as: UTF8.self),
            is: String(decoding: Self.recording, as: UTF8.self))
        try expect(Self.events(String(decoding: bytes, as: UTF8.self)), is: events)
    }

    @Test func `what a feature needs reaches it, and the rest is counted`() {
        let used = Story(Self.recording, further: FurtherFeatures([.battery]))
        expect(used.problem, is: nil)
        expect(used.summary.phones.map(\.facts), is: [["battery 76 %"]])
        expect(used.summary.passedOver.otherServices, is: 0)
        let unused = Story(Self.recording, further: FurtherFeatures([]))
        expect(unused.problem, is: nil)
        expect(unused.summary.phones.map(\.facts), is: [[]])
        expect(unused.summary.passedOver.otherServices, is: 13)
    }

    @Test func `a recording of a further service may end and be split anywhere`() {
        let bytes = Self.recording
        for length in Self.header.utf8.count..<bytes.count {
            let story = Story(Array(bytes[..<length]), further: FurtherFeatures([.battery]))
            #expect(story.problem == nil, "cut at \(length)")
            let facts = story.summary.phones.first?.facts ?? []
            #expect([[], ["battery 77 %"], ["battery 76 %"]].contains(facts), "cut at \(length)")
        }
        for size in 1...100 {
            let story = Story(bytes, portion: size, further: FurtherFeatures([.battery]))
            expect(story.summary.phones.map(\.facts), is: [["battery 76 %"]], "pieces of \(size)")
        }
    }

    @Test func `a recording of before is read as it was`() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/two-phones.jsonl")
        let bytes = Array(try Data(contentsOf: url))
        var reader = try RecordingReader(FileBytes(bytes), named: "file")
        let writer = RecordingWriter(started: reader.started)
        var written = writer.header
        while let event = try reader.next() { written += writer.line(of: event) }
        expect(written, is: bytes, "the same lines, byte for byte")
        let story = Story(bytes)
        expect(story.problem, is: nil)
        expect(story.summary.phones.map(\.announcements), is: [7, 2])
        expect(
            story.lines,
            is: [
                "connected Mara's iPhone", "ready Mara's iPhone", "added Mara's iPhone: Invoice 9",
                "ringing Mara's iPhone: Davidson Ro 0", "connected Ben's iPhone",
                "ready Ben's iPhone", "added Ben's iPhone: Rain 15",
                "ended Mara's iPhone: Davidson Ro 0", "missed Mara's iPhone: Davidson Ro 0",
                "removed Ben's iPhone: Rain 15", "disconnected Mara's iPhone",
                "connected Mara's iPhone", "ready Mara's iPhone", "added Mara's iPhone: Zoë 16",
                "disconnected Mara's iPhone", "disconnected Ben's iPhone",
            ])
    }

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
            (#"{"t":0,"phone":1,"what":"available","service":"180F"}"#, "file:2: service: "),
            (
                #"{"t":0,"phone":1,"what":"available","service":"+000180f-0000-1000-8000-00805f9b34fb"}"#,
                "file:2: service: "
            ),
            (#"{"t":0,"phone":1,"what":"read"}"#, "file:2: characteristic: "),
            (#"{"t":0,"phone":1,"what":"read",\#(place),"hex":""}"#, "file:2: hex: "),
            (#"{"t":0,"phone":1,"what":"answer",\#(place)}"#, "file:2: hex: "),
            (#"{"t":0,"phone":1,"what":"answer",\#(place),"hex":"","error":1}"#, "file:2: hex: "),
            (#"{"t":0,"phone":1,"what":"linked",\#(place)}"#, "file:2: "),
            (
                #"{"t":0,"phone":1,"what":"write","service":"0000180f-0000-1000-8000-00805f9b34fb","hex":""}"#,
                "file:2: characteristic: "
            ),
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
