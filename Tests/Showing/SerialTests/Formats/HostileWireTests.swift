import EventSupport
import Expecting
import Formats
import Linux
import Notices
import Testing

@testable import Serial

/// Random bytes for every text of a notice, and random bytes from the device: whatever comes, a wire
/// carries no control byte but those of the format.
struct HostileWireTests {
    @Test(
        arguments: [SerialFormatName.line, .classic, .json, .nmea, .modem], Charset.allCases)
    func `only line ends are controls`(_ name: SerialFormatName, _ charset: Charset) {
        for end in SerialStyle.LineEnd.allCases {
            let style = SerialStyle(charset: charset, width: 40, lineEnd: end)
            for event in Trouble.events(seed: 3, count: 60) {
                let said = spoken(name, [event], style)
                let expected = name == .nmea ? [0x0D, 0x0A] : end.bytes
                for byte in said where byte < 0x20 { #expect(expected.contains(byte)) }
                #expect(!said.contains(0x7F))
                if charset == .latin1 { #expect(!said.contains { (0x80...0x9F).contains($0) }) }
                if charset == .ascii { #expect(said.allSatisfy { $0 < 0x80 }) }
                if charset == .utf8 { #expect(String(validating: said, as: UTF8.self) != nil) }
                #expect(said.isEmpty || said.suffix(expected.count).elementsEqual(expected))
            }
        }
    }

    @Test(arguments: Charset.allCases)
    func `vt has no controls but those of its sequences`(_ charset: Charset) {
        var format = SerialFormatName.vt.make(SerialStyle(charset: charset, width: 60))
        for event in Trouble.events(seed: 6, count: 20) {
            let said =
                format.begin(at: Events.at).flatMap(\.bytes)
                + format.packets(for: event).flatMap(\.bytes) + format.heartbeat(at: Events.at)
            for byte in said where byte < 0x20 { #expect([0x07, 0x0F, 0x1B].contains(byte)) }
            #expect(isPlain(said, charset == .cp437 ? .ascii : charset))
            // A terminal knows each sequence, and none of them is a stranger's.
            var terminal = VT100(columns: 60, isUTF8: charset == .utf8)
            terminal.show(said)
            expect(terminal.trouble, is: nil)
        }
    }

    @Test(arguments: Charset.allCases)
    func `hm10 has no controls but those before a text`(_ charset: Charset) {
        var format = SerialFormatName.hm10.make(SerialStyle(charset: charset))
        for event in Trouble.events(seed: 8, count: 40) {
            let said = format.packets(for: event).flatMap(\.bytes)
            #expect(said.allSatisfy { (0x20...0x7E).contains($0) })
            #expect(HM10Reader.items(in: said) != nil)
        }
        for answer in answers(&format) {
            guard case .answer(let found)? = HM10Reader.items(in: answer)?.first else {
                Issue.record("no answer")
                continue
            }
            #expect(found.text.allSatisfy { $0 >= 0x20 } && isPlain(found.text, charset))
            #expect(answer.count { $0 < 0x20 } <= 8)
        }
    }

    /// Whether bytes are those of a charset, and no DEL.
    private func isPlain(_ bytes: [UInt8], _ charset: Charset) -> Bool {
        guard !bytes.contains(0x7F) else { return false }
        return switch charset {
        case .ascii: bytes.allSatisfy { $0 < 0x80 }
        case .latin1: !bytes.contains { (0x80...0x9F).contains($0) }
        case .cp437: true
        case .utf8: String(validating: bytes, as: UTF8.self) != nil
        }
    }

    /// The last handle that is asked about: those of calls, and some of the others.
    private let handleLimit = 30

    /// What hm10 answers about each attribute of each handle, whole and in part.
    private func answers(_ format: inout any SerialFormat) -> [[UInt8]] {
        var answers: [[UInt8]] = []
        for handle in 0...handleLimit {
            let digits = String(String("000\(handle)".reversed().prefix(4)).reversed())
            for attribute in 0...8 {
                for length in ["00", "17", "19"] {
                    let reply = format.hear("AT+ANCS\(digits)\(attribute)\(length)\n")
                    answers += reply.packets.map(\.bytes)
                }
            }
        }
        return answers
    }

    @Test(arguments: SerialFormatName.allCases)
    func `a device may say anything`(_ name: SerialFormatName) {
        var format = name.make(SerialStyle(takesCommands: true))
        for event in Trouble.events(seed: 4, count: 80) {
            guard case .notice(_, let notice, _) = event else { continue }
            let said = notice.title.bytes + notice.message.bytes
            let reply = format.receive(said[...], at: Events.at)
            #expect(reply.packets.count + reply.acts.count + reply.ignored <= said.count)
            _ = format.packets(for: event)
        }
    }

    @Test(arguments: SerialFormatName.allCases)
    func `XON and XOFF are never said`(_ name: SerialFormatName) {
        var format = name.make(SerialStyle())
        for event in Trouble.events(seed: 5, count: 100) {
            let said = spoken(name, [event]) + format.packets(for: event).flatMap(\.bytes)
            #expect(!said.contains(0x11) && !said.contains(0x13))
        }
        // Nor in return, of which hm10 alone has anything to say.
        let answers = name == .hm10 ? answers(&format) : []
        expect(answers.count, is: (name == .hm10 ? (handleLimit + 1) * 9 * 3 : 0))
        for said in answers { #expect(!said.contains(0x11) && !said.contains(0x13)) }
    }
}
