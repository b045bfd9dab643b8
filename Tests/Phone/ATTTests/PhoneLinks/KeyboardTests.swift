import ATT
import Expecting
import Radio
import Testing

struct KeyboardTests {
    private static func ask(
        _ request: String, of usage: Keyboard.Usage = .keyboard, isSecure: Bool = true
    ) -> String {
        var server = GATTServer([.keyboard(usage)])
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

    /// Desktop page, the usage, an application collection, report 1.
    private static let maps = [
        (Keyboard.Usage.keyboard, "0501 0906 A101 8501"), (.keypad, "0501 0907 A101 8501"),
    ]

    @Test(arguments: maps)
    func `the report map says what it is`(usage: Keyboard.Usage, beginning: String) {
        // Modifiers (8 bits), a reserved byte, six keys of 0 to 0x65, the end of the collection.
        let rest = """
            0507 19E0 29E7 1500 2501 7501 9508 8102 9501 7508 8101
            9506 7508 1500 2565 0507 1900 2965 8100 C0
            """
        let expected = LinkBench.bytes(
            "0B" + beginning + rest.replacing("\n", with: " "))
        expect(Self.ask("0A 0500", of: usage), is: LinkBench.digits(expected))
    }

    @Test func `a keypad has what a keyboard has in every other value`() {
        for handle in ["0300", "0700", "0900", "0B00", "0C00", "0D00"] {
            expect(
                Self.ask("0A \(handle)", of: .keypad), is: Self.ask("0A \(handle)"), "\(handle)")
        }
    }

    @Test func `writing changes nothing`() {
        var server = GATTServer([.keyboard(.keyboard)])
        let command = LinkBench.bytes("52 0900 00")
        expect(server.answer(command, mtu: 23, isSecure: true), is: nil)
        let mode = server.answer(LinkBench.bytes("0A 0900"), mtu: 23, isSecure: true)
        expect(mode, is: LinkBench.bytes("0B01"))
    }
}
