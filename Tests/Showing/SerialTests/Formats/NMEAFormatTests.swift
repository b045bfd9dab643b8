import EventSupport
import Expecting
import Linux
import Notices
import Testing

@testable import Formats
@testable import Serial

/// A reader of NMEA 0183 as microcontrollers have one, which knows nothing of how it was written.
struct NMEAReader {
    let fields: [String]

    /// Reads a sentence with its end; nil where its frame, its checksum or its characters are wrong.
    init?(_ sentence: [UInt8]) {
        guard sentence.count <= 82, sentence.first == 0x24, sentence.suffix(2) == [0x0D, 0x0A],
            sentence.dropLast(2).allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        let inside = sentence.dropFirst().dropLast(2)
        guard let star = inside.firstIndex(of: 0x2A), inside.endIndex - star == 3 else {
            return nil
        }
        let sum = inside[..<star].reduce(0, ^)
        let told = UInt8(String(decoding: inside[(star + 1)...], as: UTF8.self), radix: 16)
        guard sum == told else { return nil }
        let fields = inside[..<star].split(separator: 0x2C, omittingEmptySubsequences: false)
        self.fields = fields.map { String(decoding: Self.unescaped($0), as: UTF8.self) }
    }

    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "^"), let escaped = UInt8(digits, radix: 16) {
                bytes.append(escaped)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    /// All sentences in what was said; nil where one of them is wrong.
    static func sentences(in bytes: [UInt8]) -> [NMEAReader]? {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard lines.last?.isEmpty ?? true else { return nil }
        let sentences = lines.dropLast().map { NMEAReader(Array($0) + [0x0A]) }
        return sentences.contains { $0 == nil } ? nil : sentences.compactMap(\.self)
    }

    /// The texts of a type, put together from their parts.
    static func texts(_ type: String, in sentences: [NMEAReader]) -> [String] {
        var texts: [String] = []
        for fields in sentences.map(\.fields) where fields.first == type {
            if fields[2] == "1" { texts.append("") }
            texts[texts.count - 1] += fields.last ?? ""
        }
        return texts
    }
}

struct NMEAFormatTests {
    @Test func `a call is one sentence`() {
        let sentence = fields([
            "begin": "$", "type": "CBEVT", "sentences": ",1", "this": ",1",
            "id": ",004hmasw9nf6y", "change": ",ringing", "label": ",CALL",
            "who": ",Davidson Ro", "star": "*", "checksum": "2D", "end": "\r\n",
        ])
        let said = spokenText(.nmea, [Events.ringing])
        expect(said, is: sentence)
    }

    /// The name of the notices in `Events`.
    private let id = NoticeID(rawValue: 0x0012_3456_789A_BCDE).description

    @Test func `a checksum is what anybody reckons`() {
        var format = SerialFormatName.nmea.make(SerialStyle(lineEnd: .lf))
        expect(String(decoding: format.end(at: Events.at), as: UTF8.self), is: "$CBEND*4E\r\n")
    }

    @Test func `who and what have sentences of their own`() throws {
        let sentences = try #require(NMEAReader.sentences(in: spoken(.nmea, [Events.mail])))
        expect(
            sentences.map(\.fields),
            is: [
                ["CBEVT", "1", "1", id, "added", "MAIL", "Print Shop"],
                ["CBTXT", "1", "1", id, "Order 1042 - Your posters are ready."],
            ])
    }

    @Test func `things and persons have a sentence of their own`() throws {
        let events = [
            Events.leftBehind, Events.reminder, Events.back, Events.tap, Events.home, Events.away,
        ]
        let sentences = try #require(NMEAReader.sentences(in: spoken(.nmea, events)))
        expect(
            sentences.map { $0.fields.joined(separator: " ") },
            is: [
                "CBITM 1 1 left ITEM Keys", "CBITM 1 1 left ITEM Keys", "CBITM 1 1 back ITEM Keys",
                "CBITM 1 1 tap ITEM badge", "CBITM 1 1 presence HOME Mara",
                "CBITM 1 1 presence AWAY Mara",
            ])
    }

    @Test(arguments: [SerialFormatName.modem, .hm10])
    func `modules and modems know nothing of things`(_ name: SerialFormatName) {
        let events = [Events.leftBehind, Events.back, Events.tap, Events.home]
        expect(spokenText(name, events), is: "")
    }

    @Test func `phones, the radio, losses and heartbeats are told`() throws {
        var format = SerialFormatName.nmea.make(SerialStyle())
        let said =
            format.begin(at: Events.at).flatMap(\.bytes)
            + format.packets(for: Events.ready).flatMap(\.bytes)
            + format.packets(for: .radio(.noAdapter, at: Events.at)).flatMap(\.bytes)
            + format.heartbeat(at: Events.at) + format.loss(of: 12, at: Events.at)
            + format.end(at: Events.at)
        let sentences = try #require(NMEAReader.sentences(in: said))
        let clock = Events.at.local.clock.filter { $0 != ":" }
        expect(
            sentences.map(\.fields),
            is: [
                ["CBVER", "1"], ["CBPHN", "1", "1", "ready", "Anna's iPhone"],
                ["CBRAD", "no_adapter"], ["CBHBT", clock], ["CBLST", "12"], ["CBEND"],
            ])
    }

    @Test(arguments: [
        ("a,b", "a^2Cb", "a comma parts fields"), ("a*b", "a^2Ab", "a star ends them"),
        ("$5", "^245", "a dollar begins"), ("a^b", "a^5Eb", "the escape itself"),
        ("a\\b!", "a^5Cb^21", "signs that other sentences begin with"),
        ("~", "^7E", "reserved"),
        ("$GPRMC,1*00\r\n$CBEND*4E", "^24GPRMC^2C1^2A00 ^24CBEND^2A4E", "forged"),
    ])
    func `what has a meaning is escaped`(_ title: String, _ field: String, _ why: String) throws {
        let event = BridgeEvent.notice(
            .ringing, otherNotice(1, title: title, call: Call(state: .ringing)), at: Events.at)
        let said = spokenText(.nmea, [event])
        #expect(said.contains(",\(field)*"), "\(why)")
        expect(NMEAReader.sentences(in: Array(said.utf8))?.count, is: 1, "\(why)")
    }

    @Test(arguments: Charset.allCases, [nil, 1, 2, 20, 60, 400])
    func `whatever comes is whole sentences`(_ charset: Charset, _ width: Int?) {
        let style = SerialStyle(charset: charset, width: width)
        for event in Events.all + Trouble.events(seed: 7, count: 60) {
            let said = spoken(.nmea, [event], style)
            #expect(NMEAReader.sentences(in: said) != nil)
            #expect(said.count <= 2 * 82 * NMEASentence.limit)
        }
    }

    @Test func `a long text comes in numbered parts and is cut where there would be too many`()
        throws
    {
        let sentences = try #require(NMEAReader.sentences(in: spoken(.nmea, [Events.long])))
        let parts = sentences.map(\.fields).filter { $0[0] == "CBTXT" }
        expect(parts.map { $0[1] }, is: Array(repeating: "9", count: 9))
        expect(parts.map { $0[2] }, is: (1...9).map(String.init))
        let text = try #require(NMEAReader.texts("CBTXT", in: sentences).first)
        #expect(text.hasPrefix("many words many words") && text.hasSuffix("~"))
        #expect(text.count > 400)
    }

    @Test func `a text that is all escapes is cut as well`() throws {
        let event = BridgeEvent.notice(
            .added, otherNotice(1, title: String(repeating: ",", count: 2000)), at: Events.at)
        let sentences = try #require(NMEAReader.sentences(in: spoken(.nmea, [event])))
        let who = try #require(NMEAReader.texts("CBEVT", in: sentences).first)
        #expect(who.count > 90 && who.allSatisfy { $0 == "," || $0 == "~" })
    }

    @Test func `a character is never in two sentences`() throws {
        let title = String(repeating: "é€", count: 14)
        let event = BridgeEvent.notice(.added, otherNotice(1, title: title), at: Events.at)
        let said = spoken(.nmea, [event], SerialStyle(charset: .utf8))
        let sentences = try #require(NMEAReader.sentences(in: said))
        for fields in sentences.map(\.fields) { #expect(!fields.joined().contains("\u{FFFD}")) }
        expect(NMEAReader.texts("CBEVT", in: sentences), is: [title])
    }
}
