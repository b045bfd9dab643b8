import Expecting
import Linux
import Testing

@testable import DBus

struct BusValueTests {
    /// Carries arguments through a message and back.
    private static func carried(_ arguments: [BusValue]) throws(BusError) -> [BusValue] {
        let signal = BusSignal("/a", "a.b", "C", arguments)
        return try Message.signal(signal, to: nil).arguments()
    }

    private static func nested(_ depth: Int) -> BusValue {
        (1..<depth).reduce(BusValue.byte(1)) { value, _ in .variant(value) }
    }

    static var kinds: [(value: BusValue, type: BusSignature)] {
        [
            (.byte(0), "y"), (.byte(255), "y"), (.bool(true), "b"), (.bool(false), "b"),
            (.int16(.min), "n"), (.uint16(.max), "q"), (.int32(.min), "i"), (.uint32(.max), "u"),
            (.int64(.min), "x"), (.uint64(.max), "t"), (.double(-0.5), "d"),
            (.double(.infinity), "d"), (.string(""), "s"), (.string("Grüße 🦊\u{1B}[2J\n"), "s"),
            (.path("/"), "o"), (.path("/org/bluez/hci0"), "o"), (.signature(""), "g"),
            (.signature("a{sv}(ii)"), "g"), (.bytes([]), "ay"), (.bytes([0, 1, 255]), "ay"),
            (.strings([]), "as"), (.strings(["a", "", "b"]), "as"), (.paths(["/a"]), "ao"),
            (.array(of: "ay", [.bytes([1]), .bytes([])]), "aay"),
            (.array(of: "(yv)", [.structure([.byte(1), .variant(.bool(true))])]), "a(yv)"),
            (.array(of: "b", [.bool(true), .bool(false)]), "ab"),
            (.array(of: "d", [.double(1), .double(2)]), "ad"),
            (.dictionary([:]), "a{sv}"),
            (.dictionary(["A": .uint16(3), "": .strings(["x"]), "N": .dictionary([:])]), "a{sv}"),
            (.dictionary(["A": .variant(.byte(1))]), "a{sv}"),
            (.map(key: "q", value: "v", []), "a{qv}"),
            (
                .map(
                    key: "q", value: "v",
                    [BusEntry(key: .uint16(76), value: .variant(.bytes([2, 21])))]), "a{qv}"
            ),
            (
                .map(
                    key: "o", value: "a{sa{sv}}",
                    [
                        BusEntry(
                            key: .path("/a"),
                            value: .map(
                                key: "s", value: "a{sv}",
                                [BusEntry(key: .string("i.f"), value: .dictionary(["P": .byte(1)]))]
                            ))
                    ]), "a{oa{sa{sv}}}"
            ),
            (.structure([.byte(1), .string("a"), .structure([.bool(true)])]), "(ys(b))"),
            (.variant(.string("a")), "v"), (.variant(.variant(.dictionary(["A": .byte(1)]))), "v"),
        ]
    }

    @Test(arguments: kinds)
    func `each kind of value comes through as it was`(
        value: BusValue, type: BusSignature
    ) throws {
        expect(value.type, is: type)
        try expect(Self.carried([value]), is: [value])
        try expect(Self.carried([.variant(value), value]), is: [.variant(value), value])
        try expect(Self.carried([.array(of: type, [value, value])]).count, is: 1)
        try expect(Self.carried([.dictionary(["A": value])]), is: [.dictionary(["A": value])])
    }

    @Test func `all kinds in a row come through`() throws {
        let values = Self.kinds.map(\.value)
        try expect(Self.carried(values), is: values)
        try expect(Self.carried([]), is: [])
        try expect(Self.carried([.structure(values)]), is: [.structure(values)])
    }

    @Test func `what equals the usual form comes as that`() throws {
        try expect(Self.carried([.array(of: "y", [.byte(1), .byte(2)])]), is: [.bytes([1, 2])])
        let entry = BusEntry(key: .string("A"), value: .variant(.byte(1)))
        try expect(
            Self.carried([.map(key: "s", value: "v", [entry])]), is: [.dictionary(["A": .byte(1)])])
    }

    static var refused: [(value: BusValue, mistake: BusMistake, why: String)] {
        [
            (.string("a\0b"), .text, "the bus's texts end at NUL"),
            (.dictionary(["a\0": .byte(1)]), .text, "a key is a text as well"),
            (.path(""), .path, "empty"), (.path("a"), .path, "no slash"),
            (.path("/a/"), .path, "slash at the end"), (.path("/a//b"), .path, "nothing between"),
            (.path("/ä"), .path, "not a letter of paths"), (.path("/a\0"), .path, "NUL"),
            (.signature("a"), .signature, "an array of nothing"),
            (.signature("()"), .signature, "an empty structure"),
            (.signature("z"), .signature, "no such letter"),
            (.signature("s\0"), .signature, "NUL"),
            (
                .signature(BusSignature(rawValue: String(repeating: "y", count: 256))), .signature,
                "256"
            ),
            (.structure([]), .signature, "an empty structure"),
            (.array(of: "", []), .signature, "an array of nothing"),
            (.array(of: "ss", []), .signature, "an array of two types"),
            (.array(of: "s", [.byte(1)]), .mixedTypes, "another type than announced"),
            (.array(of: "v", [.byte(1)]), .mixedTypes, "no variant around it"),
            (.map(key: "v", value: "s", []), .signature, "a key must be simple"),
            (.map(key: "s", value: "", []), .signature, "a dictionary to nothing"),
            (
                .map(key: "s", value: "y", [BusEntry(key: .byte(1), value: .byte(1))]), .mixedTypes,
                "a key of another type"
            ),
            (.variant(.structure([])), .signature, "an empty structure within"),
            (
                .structure(Array(repeating: .byte(1), count: 300)), .signature,
                "a type of more than 255 letters"
            ),
            (nested(BusLimits.depth + 1), .tooDeep, "beyond the depth"),
            (nested(5000), .tooDeep, "far beyond the depth"),
            (.bytes(Array(repeating: 0, count: BusLimits.messageBytes)), .tooLarge, "bytes"),
            (
                .array(of: "y", Array(repeating: .byte(1), count: BusLimits.values)),
                .tooLarge, "values"
            ),
        ]
    }

    @Test(arguments: refused.indices)
    func `what the bus does not carry is refused`(index: Int) {
        let (value, mistake, why) = Self.refused[index]
        #expect(throws: BusError.invalid(mistake), "\(why)") { try Self.carried([value]) }
        let wrapped = BusValue.dictionary(["A": value])
        #expect(throws: BusError.self, "\(why)") { try Self.carried([wrapped]) }
    }

    @Test func `values as deep and as many as the limits come through`() throws {
        let deep = Self.nested(BusLimits.depth)
        try expect(Self.carried([deep]), is: [deep])
        let many = BusValue.array(
            of: "u", (0..<UInt32(BusLimits.values - 1)).map { .uint32($0) })
        try expect(Self.carried([many]), is: [many])
        let long = BusValue.string(String(repeating: "x", count: 8 << 20))
        try expect(Self.carried([long]), is: [long])
    }

    @Test func `more values than the limit are neither sent nor read`() throws {
        let many = BusValue.array(
            of: "u", Array(repeating: .uint32(1), count: BusLimits.values))
        #expect(throws: BusError.invalid(.tooLarge)) { try Self.carried([many]) }
        let message = try Message.signal(BusSignal("/a", "a.b", "C"), to: nil)
        try message.appendChecked([many])
        var mistake: BusError?
        do { _ = try message.arguments() } catch { mistake = error }
        expect(mistake, is: .invalid(.tooLarge))
    }

    static let calls: [(call: BusCall, mistake: BusMistake)] = [
        (BusCall("", "/", "a.b", "C"), .name), (BusCall("nodots", "/", "a.b", "C"), .name),
        (BusCall("a.b\0", "/", "a.b", "C"), .name), (BusCall("a.b", "/", "b", "C"), .name),
        (BusCall("a.b", "/", "", "C"), .name), (BusCall("a.b", "/", "a.b", ""), .name),
        (BusCall("a.b", "/", "a.b", "C.D"), .name), (BusCall("a.b", "", "a.b", "C"), .path),
        (
            BusCall("a." + String(repeating: "b", count: 254), "/", "a.b", "C"), .name
        ),
    ]

    @Test(arguments: calls)
    func `a call to what cannot exist is refused`(call: BusCall, mistake: BusMistake) {
        #expect(throws: BusError.invalid(mistake)) {
            _ = try Message.call(call, wantsReply: true).kind
        }
    }

    @Test func `an error's name is checked`() {
        for name in ["", "a", "a.b\0", "a..b"] {
            let answer = BusAnswer.failure(name: name, message: "")
            #expect(throws: BusError.invalid(.name)) {
                _ = try Message.answer(answer, to: ":1.1", about: 1).kind
            }
        }
        #expect(throws: BusError.invalid(.refused)) {
            _ = try Message.answer(.values([]), to: ":1.1", about: 0).kind
        }
    }

    @Test func `accessors look into variants and convert nothing`() {
        expect(BusValue.variant(.variant(.string("a"))).asString, is: "a")
        expect(BusValue.path("/a").asString, is: nil)
        expect(BusValue.variant(.path("/a")).asPath, is: "/a")
        expect(BusValue.variant(.bool(true)).asBool, is: true)
        expect(BusValue.byte(1).asBool, is: nil)
        expect(BusValue.int16(-1).asInt, is: -1)
        expect(BusValue.uint64(.max).asInt, is: nil)
        expect(BusValue.double(1).asInt, is: nil)
        expect(BusValue.variant(.bytes([1])).asBytes, is: [1])
        expect(BusValue.variant(.strings(["a"])).asStrings, is: ["a"])
        expect(BusValue.array(of: "y", []).asStrings, is: nil)
        expect(BusValue.structure([.byte(1)]).asStructure, is: [.byte(1)])
        expect(BusValue.variant(.dictionary(["A": .byte(1)])).asDictionary?["A"], is: .byte(1))
        let entry = BusEntry(key: .string("A"), value: .byte(1))
        expect(BusValue.map(key: "s", value: "y", [entry]).asDictionary?["A"], is: .byte(1))
        expect(BusValue.map(key: "s", value: "y", [entry]).asEntries, is: [entry])
    }

    @Test func `what an object manager tells is read`() {
        let interfaces = BusValue.map(
            key: "s", value: "a{sv}",
            [BusEntry(key: .string("i.f"), value: .dictionary(["P": .byte(1)]))])
        let objects = BusValue.map(
            key: "o", value: "a{sa{sv}}", [BusEntry(key: .path("/a"), value: interfaces)])
        expect(objects.asObjects, is: ["/a": ["i.f": ["P": .byte(1)]]])
        expect(interfaces.asObjects, is: nil)
    }

    @Test(
        arguments: [
            ("", []), ("s", ["s"]), ("sa{sv}as", ["s", "a{sv}", "as"]),
            ("aay(i(ss))h", ["aay", "(i(ss))", "h"]),
            ("a(ii)a{oa{sa{sv}}}", ["a(ii)", "a{oa{sa{sv}}}"]),
        ] as [(BusSignature, [BusSignature])])
    func `types in a row are told apart`(whole: BusSignature, parts: [BusSignature]) {
        expect(whole.split, is: parts)
    }
}
