import Expecting
import Foundation
import Linux
import Notices
import Support
import Testing

@testable import Captures

struct ReplayTests {
    private static let told = [
        "connected Phone 1", "ready Phone 1", "added Phone 1: Zoë 19", "removed Phone 1: Zoë 19",
        "disconnected Phone 1",
    ]

    private static func capture(_ kind: CaptureBuilder.Kind, pieces: Int = 27) -> [UInt8] {
        var builder = CaptureBuilder(kind)
        builder.linked(0x40, peer: 7)
        builder.discovery(on: 0x40)
        builder.message(3, "Zoë", on: 0x40, pieces: pieces)
        builder.unlinked(0x40)
        return builder.bytes
    }

    @Test("captures of every kind tell the same", arguments: CaptureBuilder.Kind.allCases)
    func everyKind(kind: CaptureBuilder.Kind) {
        let story = Story(Self.capture(kind))
        expect(story.lines, is: Self.told)
        #expect(story.problem == nil && !story.summary.isCut)
        expect(story.summary.phones.map(\.isRecognisedByShape), is: [false])
        expect(story.summary.phones.map(\.announcements), is: [2])
    }

    @Test func `the pieces of packets and of the file may have any size`() {
        for size in 1...30 {
            let bytes = Self.capture(.serial, pieces: size)
            expect(Story(bytes, portion: size).lines, is: Self.told, "pieces of \(size)")
        }
    }

    @Test("a file may end anywhere", arguments: [CaptureBuilder.Kind.monitor, .packetLoggerBig])
    func truncation(kind: CaptureBuilder.Kind) {
        let bytes = Self.capture(kind)
        for length in 30..<bytes.count {
            let story = Story(Array(bytes[..<length]))
            expect(story.problem, is: nil, "cut at \(length)")
            if story.lines.contains(Self.told[0]) {
                expect(story.lines.last, is: "disconnected Phone 1", "cut at \(length)")
            }
        }
    }

    @Test func `without the phone's list its characteristics are recognised by shape`() {
        var builder = CaptureBuilder(.monitor)
        builder.message(3, "Zoë", on: 0x40)
        builder.message(4, "Ann", on: 0x40)
        let story = Story(builder.bytes)
        expect(
            story.lines,
            is: [
                "connected Phone 1", "ready Phone 1", "added Phone 1: Zoë 19",
                "removed Phone 1: Zoë 19", "added Phone 1: Ann 18", "removed Phone 1: Ann 18",
                "disconnected Phone 1",
            ])
        expect(story.summary.phones.map(\.isRecognisedByShape), is: [true])
    }

    @Test func `what was found on one link holds on the phone's next one`() {
        var builder = CaptureBuilder(.monitor)
        builder.linked(0x40, peer: 7)
        builder.discovery(on: 0x40)
        builder.unlinked(0x40)
        builder.linked(0x41, peer: 7)
        builder.message(3, "Zoë", on: 0x41)
        let story = Story(builder.bytes)
        #expect(story.lines.contains("added Phone 1: Zoë 19"))
        expect(story.summary.phones.map(\.isRecognisedByShape), is: [false])
    }

    @Test("a phone that comes back may have other handles", arguments: [true, false])
    func newHandles(isDiscovered: Bool) {
        var builder = CaptureBuilder(.monitor)
        builder.linked(0x40, peer: 7)
        builder.discovery(on: 0x40)
        builder.message(3, "Zoë", on: 0x40)
        builder.unlinked(0x40)
        builder.shift = 0x10
        builder.linked(0x41, peer: 7)
        if isDiscovered { builder.discovery(on: 0x41) }
        builder.message(1, "Ann", on: 0x41)
        builder.message(2, "Ben", on: 0x41)
        let story = Story(builder.bytes)
        for title in ["Zoë 19", "Ann 18", "Ben 18"] {
            #expect(story.lines.contains("added Phone 1: \(title)"), "\(title)")
        }
        expect(story.summary.phones.map(\.announcements), is: [6])
        expect(story.summary.passedOver.unreadAnnouncements, is: 0)
    }

    @Test func `what nobody asked about on other handles is counted`() {
        var builder = CaptureBuilder(.monitor)
        builder.linked(0x40, peer: 7)
        builder.discovery(on: 0x40)
        builder.message(3, "Zoë", on: 0x40)
        builder.unlinked(0x40)
        builder.linked(0x41, peer: 7)
        builder.attribute(
            [0x1B, 0x31, 0, 0, 0x10, 4, 1, 9, 0, 0, 0], on: 0x41, isReceived: true)
        let story = Story(builder.bytes)
        expect(story.summary.passedOver.unreadAnnouncements, is: 1)
        expect(story.summary.passedOver.unreadLinks, is: 1)
    }

    @Test func `notices have the moments of their own answers, however late their app is named`()
        throws
    {
        var builder = CaptureBuilder(.monitor)
        builder.linked(0x40, peer: 7)
        builder.discovery(on: 0x40)
        var answered: [UInt64] = []
        for uid: UInt8 in 1...4 {
            builder.time += 300_000
            builder.message(uid, "Zoë \(uid)", on: 0x40, isRemoved: false)
            answered.append(builder.time / 1000)
        }
        builder.name(of: "org.example.chat", on: 0x40, after: 5_000_000)
        var replay = try Replay(reading: builder.bytes, named: "file")
        var moments: [UInt64] = []
        while let events = try replay.next() {
            for event in events {
                guard case .notice(.added, let notice, let at) = event else { continue }
                expect(notice.received, is: at)
                moments.append(UInt64(at.milliseconds))
            }
        }
        expect(moments, is: answered)
    }

    @Test func `phones on different links are told apart`() {
        var builder = CaptureBuilder(.bare)
        for (handle, peer) in [(0x40, 7), (0x41, 8)] as [(UInt16, UInt8)] {
            builder.linked(handle, peer: peer)
            builder.discovery(on: handle)
        }
        builder.message(3, "one", on: 0x40)
        builder.message(3, "two", on: 0x41)
        let story = Story(builder.bytes)
        #expect(story.lines.contains("added Phone 1: one 18"))
        #expect(story.lines.contains("added Phone 2: two 18"))
    }

    @Test func `a real trace tells what the bridge has shown`() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/two-phones.btsnoop")
        let story = Story(Array(try Data(contentsOf: url)))
        let notices = story.lines.filter { $0.contains(":") }
        expect(
            notices,
            is: [
                "ringing Anna's iPhone: Davidson Ro 13", "ended Anna's iPhone: Davidson Ro 13",
                "missed Anna's iPhone: Mina Okafor 11", "added Ben's iPhone: Zoe Müller 17",
                "modified Ben's iPhone: Zoe Müller 437", "added Ben's iPhone: stays 1",
                "removed Ben's iPhone: Zoe Müller 437", "added Anna's iPhone: in between 10",
            ])
        expect(story.problem, is: nil)
        expect(story.summary.phones.count, is: 2)
    }

    @Test(
        "a length that cannot be ends the reading, with its place",
        arguments: [
            [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0, 2, 0, 1],
        ] as [[UInt8]])
    func hugeLengths(length: [UInt8]) {
        var bytes = Self.capture(.bare)
        let offset = bytes.count
        bytes += length + length + [UInt8](repeating: 0, count: 100)
        let story = Story(bytes)
        expect(story.lines, is: Self.told)
        expect(story.problem?.place, is: .record(story.summary.records + 1, offset: UInt64(offset)))
    }

    @Test(
        "what is no capture is refused with what it is",
        arguments: [
            ([], "is empty"), (Array("hello, world".utf8), "neither a capture"),
            ([0x1F, 0x8B, 8, 0], "gunzip"), ([0x50, 0x4B, 3, 4], "zip archive"),
            ([0x0A, 0x0D, 0x0D, 0x0A], "pcapng"), (Array("btsnoop\0".utf8), "within its header"),
            (Array("btsnoop\0".utf8) + [0, 0, 0, 2, 0, 0, 3, 0xE9], "version 2"),
            (Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 3, 0xEB], "datalink 1003"),
        ] as [([UInt8], String)])
    func refusals(bytes: [UInt8], words: String) {
        let problem = Story(bytes).problem
        expect(problem?.sentence.contains(words), is: true, "\(words)")
        expect(problem?.place, is: .file)
    }

    @Test func `damaged bytes do no harm`() {
        let good = Self.capture(.serial)
        for seed in 0..<300 as Range<UInt64> {
            var random = RepeatableRandom(seed: seed)
            var bytes = good
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: 16..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            let story = Story(bytes)
            #expect(story.summary.records <= bytes.count)
        }
    }
}
