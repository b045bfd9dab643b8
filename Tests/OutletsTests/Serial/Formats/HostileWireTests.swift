import Charsets
import Linux
import Notices
import Testing

@testable import Outlets

/// Random bytes for every text of a notice, and random bytes from the device: whatever comes, a wire
/// carries no control byte but those of the format.
@Suite(.timeLimit(.minutes(1)))
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
        for event in Trouble.events(seed: 5, count: 100) {
            let said = spoken(name, [event])
            #expect(!said.contains(0x11) && !said.contains(0x13))
        }
    }
}
