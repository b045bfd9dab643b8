import ANCS
import EventSupport
import Expecting
import Foundation
import Notices
import Support
import Testing

@testable import Formats

/// `Docs/reference/fields.md` is a promise to other people's programs: it must say what the code does.
struct FieldsDocumentTests {
    private static let document = stable((try? Checkout.text("Docs/reference/fields.md")) ?? "")

    /// How many rows of tables with so many columns begin with a name.
    private func rows(_ name: String, columns: Int) -> Int {
        Self.document.split(separator: "\n").count { line in
            line.hasPrefix("| `\(name)` |")
                && line.split(separator: "|", omittingEmptySubsequences: false).count == columns + 2
        }
    }

    @Test(arguments: Field.allCases.map(\.rawValue))
    func `every field has its row`(_ name: String) {
        expect(rows(name, columns: 6), is: 1)
    }

    @Test func `no row is of a field that is never written`() {
        let section = Self.document.components(separatedBy: "\n## ").first {
            $0.hasPrefix("Fields")
        }
        let names = (section ?? "").split(separator: "\n").filter { $0.hasPrefix("| `") }
            .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
        expect(names, is: Field.allCases.map(\.rawValue))
    }

    @Test(
        arguments: NoticeChange.allCases.map(\.rawValue)
            + BeaconChange.allCases.map(\.rawValue) + [
                "phone", "renamed", "source", "battery", "media",
            ])
    func `every event has its row`(_ name: String) {
        expect(rows(name, columns: 3), is: 1)
    }

    @Test(
        arguments: PhoneState.allCases.map(\.rawValue) + [
            "silent", "important", "pre_existing", "positive_action", "negative_action",
            "multimedia", "bit_6", "bit_7",
        ] + (0...12).map { Category(CategoryID(rawValue: $0)).name }
            + (0...12).map { Category(CategoryID(rawValue: $0)).label })
    func `every name is explained`(_ name: String) {
        #expect(Self.document.contains("`\(name)`"))
    }

    @Test(arguments: Notice.Removal.allCases.map(\.rawValue))
    func `everybody who removes notices is named`(_ name: String) {
        #expect(Self.document.contains("`\(name)`"))
    }

    @Test(arguments: [
        Events.ordinary, Events.modified, Events.removed, Events.mail, Events.ringing,
        Events.answered, Events.ended, Events.missed, Events.empty, Events.invalid, Events.ready,
        Events.source, Events.hiddenText, Events.hiddenAll, Events.talked, Events.sent,
        Events.known, Events.leftBehind, Events.back, Events.tap, Events.home, Events.away,
        Events.range, Events.battery, Events.zoned, Events.media, Events.silence,
    ])
    func `the examples of json are what is written`(_ event: BridgeEvent) {
        var format = OutputFormat.json.make(showsSource: true)
        #expect(Self.document.contains("\n" + format.text(of: event)))
    }

    @Test(arguments: [
        (OutputFormat.kv, [Events.ready, Events.ordinary]),
        (.csv, [Events.ready, Events.ended]),
        (.classic, [Events.ringing]),
        (
            .board,
            [
                Events.ready, Events.battery, Events.media, Events.ringing, Events.answered,
                Events.ended, Events.missed, Events.talked, Events.ordinary, Events.mail,
                Events.modified, Events.removed,
                Events.hiddenText,
            ]
        ),
    ])
    func `the examples of the others are what is written`(
        _ output: OutputFormat, _ events: [BridgeEvent]
    ) {
        var format = output.make()
        let header = String(decoding: format.header, as: UTF8.self)
        let text = header + events.map { format.text(of: $0, columns: 80) }.joined()
        #expect(Self.document.contains("```\n\(text)```\n"))
    }

    @Test(arguments: OutputFormat.allCases)
    func `every format has its section`(_ format: OutputFormat) {
        #expect(Self.document.contains("\n## \(format.rawValue)\n"))
    }
}
