import Foundation
import Notices
import Testing

@testable import Outlets

/// `Docs/serial.md` is a promise to other people's sketches: it must say what the code does.
struct SerialDocumentTests {
    private static let document: String = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return (try? String(contentsOf: root.appending(path: "Docs/serial.md"), encoding: .utf8))
            ?? ""
    }()

    @Test(arguments: SerialFormatName.allCases)
    func `every format has its section`(_ name: SerialFormatName) {
        #expect(Self.document.contains("\n## \(name.rawValue)\n"))
    }

    @Test func `the sentences in it are what is written`() {
        let lines = Self.document.split(separator: "\n").filter { $0.hasPrefix("    $CB") }
        let said = spokenText(.nmea, [Events.mail])
        #expect(said == lines.map { $0.dropFirst(4) + "\r\n" }.joined())
        #expect(lines.count == 2)
    }

    @Test func `the lines in it are what is written`() {
        let events = [
            Events.ready,
            .notice(.ringing, Events.call(.ringing, title: "Zoe Müller"), at: Events.at),
            .notice(.missed, Events.call(.missed, title: "Zoe Müller"), at: Events.at),
            Events.mail,
        ]
        for line in spokenText(.line, events).split(separator: "\r\n") {
            #expect(Self.document.contains("\n    \(line)\n"), "\(line)")
        }
    }

    @Test(arguments: [
        ("than \(HM10Handles.limit) notices the oldest", "the handles of hm10"),
        ("at most \(LineFormat.usualLimit) columns", "a line"),
        ("more than \(CommandReader.longestLine) bytes", "a line from the device"),
        ("more than \(HM10Attributes.longest) bytes", "an answer of hm10"),
        ("more than \(NMEASentence.longest) bytes", "a sentence"),
    ])
    func `every limit in it is the one that holds`(_ words: String, _ what: String) {
        let flat = Self.document.replacing("\n", with: " ")
        #expect(flat.contains(words), "\(what)")
    }
}
