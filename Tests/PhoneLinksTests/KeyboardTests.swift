import ATT
import Expecting
import PhoneLinks
import Radio
import Testing

struct KeyboardTests {
    private static func ask(_ request: String, isSecure: Bool = true) -> String {
        var server = GATTServer([.keyboard])
        let answer = server.answer(LinkBench.bytes(request), mtu: 517, isSecure: isSecure)
        return LinkBench.digits(answer ?? [])
    }

    @Test func `the keyboard has what a keyboard must have`() {
        let declarations = [
            "0200 02 0300 4A2A", "0400 02 0500 4B2A", "0600 04 0700 4C2A", "0800 06 0900 4E2A",
            "0A00 12 0B00 4D2A",
        ]
        let expected = LinkBench.digits(LinkBench.bytes("09 07" + declarations.joined()))
        expect(Self.ask("08 0100 FFFF 0328", isSecure: false), is: expected)
        expect(Self.ask("04 0C00 FFFF", isSecure: false), is: "05010C0002290D000829")
        expect(Self.ask("06 0100 FFFF 0028 1218", isSecure: false), is: "0701000D00")
    }

    @Test(arguments: [
        ("0A 0300", "0B11010002", "information"), ("0A 0900", "0B01", "protocol mode"),
        ("0A 0B00", "0B0000000000000000", "no key is pressed"),
        ("0A 0D00", "0B0101", "input report 1"), ("12 0C00 0100", "13", "values are wanted"),
        ("0A 0700", "010A070002", "the control point cannot be read"),
        ("12 0300 00", "0112030003", "the information cannot be written"),
    ])
    func `bonded phones read it`(request: String, answer: String, why: String) {
        expect(Self.ask(request), is: answer, "\(why)")
    }

    @Test(arguments: ["0300", "0500", "0900", "0B00", "0D00"])
    func `nobody else does`(handle: String) {
        expect(Self.ask("0A \(handle)", isSecure: false), is: "010A\(handle)05")
        expect(Self.ask("12 0C00 0100", isSecure: false), is: "01120C0005")
    }

    @Test func `the report map is that of a keyboard`() {
        let map = Self.ask("0A 0500")
        expect(map.count, is: 2 + 2 * 47)
        #expect(map.hasPrefix("0B05010906A101") && map.hasSuffix("C0"))
    }

    @Test func `writing changes nothing`() {
        var server = GATTServer([.keyboard])
        let command = LinkBench.bytes("52 0900 00")
        expect(server.answer(command, mtu: 23, isSecure: true), is: nil)
        let mode = server.answer(LinkBench.bytes("0A 0900"), mtu: 23, isSecure: true)
        expect(mode, is: LinkBench.bytes("0B01"))
    }
}
