import Expecting
import JSON
import Testing

struct JSONParserTests {
    private static func line(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.value(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("null", "null", "a word"),
        (" \t\r\n true \n", "true", "every kind of white space around a value"),
        ("[]", "[]", "an empty array"),
        ("{ }", "{}", "an empty object with a space"),
        (#"{"b":1,"a":[2,{"c":false}]}"#, #"{"b":1,"a":[2,{"c":false}]}"#, "members keep order"),
        ("9223372036854775807", "9223372036854775807", "the largest signed integer"),
        ("-9223372036854775808", "-9223372036854775808", "the smallest signed integer"),
        ("18446744073709551615", "18446744073709551615", "the largest unsigned integer"),
        ("18446744073709551616", "1.8446744073709552e+19", "one more is no longer exact"),
        ("-0", "0", "minus zero"),
        ("1.5", "1.5", "a fraction"),
        ("1E3", "1000.0", "an exponent"),
        ("-2.5e-3", "-0.0025", "everything a number can have"),
        (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#, "every short escape"),
        (#""\u00e9\u20AC""#, "\"é€\"", "escapes of two and three bytes"),
        (#""\ud83d\ude00""#, "\"😀\"", "a surrogate pair"),
        ("\"é€😀\"", "\"é€😀\"", "characters of two, three and four bytes"),
        (#""\u0000""#, #""\u0000""#, "the character with number zero"),
        ("\"\u{7F}\"", #""\u007f""#, "DEL may stand in a string"),
        (
            "{\"\u{E9}\":1,\"e\u{301}\":2}", "{\"\u{E9}\":1,\"e\u{301}\":2}",
            "keys that look alike are two"
        ),
    ])
    func `a correct text is read`(text: String, expected: String, why: String) throws {
        expect(Self.line(try JSONValue(parsing: Array(text.utf8))), is: expected, "\(why)")
    }

    @Test(arguments: [
        ("", "1:1: the text ends where a value is due"),
        (" \n ", "2:2: the text ends where a value is due"),
        ("nul", "1:1: a value must begin here"),
        ("True", "1:1: a value must begin here"),
        ("NaN", "1:1: a value must begin here"),
        ("'a'", "1:1: a value must begin here"),
        ("// no\n1", "1:1: a value must begin here"),
        ("1 2", "1:3: there is something after the end of the value"),
        ("nullx", "1:5: there is something after the end of the value"),
        ("\u{FEFF}1", "1:1: the text must not begin with a byte order mark"),
        ("[1,]", "1:4: there must be no comma before the end"),
        ("[1 2]", "1:4: a comma or the end of the array must follow"),
        ("[1", "1:3: the text ends inside an array"),
        ("[,1]", "1:2: a value must begin here"),
        ("[1}", "1:3: a comma or the end of the array must follow"),
        ("{\"a\":1,}", "1:8: there must be no comma before the end"),
        ("{\"a\" 1}", "1:6: a colon must follow the key"),
        ("{\"a\":1 \"b\":2}", "1:8: a comma or the end of the object must follow"),
        ("{\"a\":1", "1:7: the text ends inside an object"),
        ("{", "1:2: the text ends inside an object"),
        ("{\"a\":1,", "1:8: the text ends inside an object"),
        ("{a:1}", "1:2: a key in double quotes must begin here"),
        ("{1:1}", "1:2: a key in double quotes must begin here"),
        ("{\n \"a\": 1,\n \"a\": 2}", "3:2: the key \"a\" is in this object already"),
        ("{\"a\":1,\"\\u0061\":2}", "1:8: the key \"a\" is in this object already"),
        ("01", "1:2: a number must not begin with a zero"),
        ("-01", "1:3: a number must not begin with a zero"),
        ("-", "1:2: a digit must follow"),
        ("+1", "1:1: a value must begin here"),
        (".5", "1:1: a value must begin here"),
        ("1.", "1:3: a digit must follow"),
        ("1.e5", "1:3: a digit must follow"),
        ("1e", "1:3: a digit must follow"),
        ("1e+", "1:4: a digit must follow"),
        ("1e999", "1:1: this number is too large"),
        ("0x10", "1:2: there is something after the end of the value"),
        ("\"a", "1:3: the text ends inside a string"),
        ("\"a\\", "1:4: the text ends inside a string"),
        ("\"\u{01}\"", "1:2: a control character in a string must be written as an escape"),
        ("\"a\nb\"", "1:3: a control character in a string must be written as an escape"),
        (#""\x41""#, #"1:3: this escape is not one of \" \\ \/ \b \f \n \r \t \u"#),
        (#""\u12""#, "1:6: four hexadecimal digits must follow \\u"),
        (#""\u12g4""#, "1:6: four hexadecimal digits must follow \\u"),
        (#""\ud83d""#, "1:2: a surrogate must be one half of a pair"),
        (#""\ud83dx""#, "1:2: a surrogate must be one half of a pair"),
        (#""\ude00""#, "1:2: a surrogate must be one half of a pair"),
        (#""\ud83d\ud83d""#, "1:2: a surrogate must be one half of a pair"),
        ("[\"é€😀\", x]", "1:9: a value must begin here"),
        ("{\"é\":\n 1,\n\"b\" }", "3:5: a colon must follow the key"),
    ])
    func `a wrong text is refused with line, column and a sentence`(
        text: String, expected: String
    ) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
        expect(error?.description, is: expected)
    }

    @Test(
        arguments: [
            ([0x80], "a continuation byte on its own"),
            ([0xC0, 0x80], "zero in two bytes"),
            ([0xC1, 0xBF], "a letter in two bytes"),
            ([0xC3], "a character cut off"),
            ([0xC3, 0x41], "a character that another interrupts"),
            ([0xE0, 0x9F, 0xBF], "three bytes where two would do"),
            ([0xED, 0xA0, 0x80], "a surrogate"),
            ([0xE2, 0x82], "two bytes of three"),
            ([0xF0, 0x8F, 0xBF, 0xBF], "four bytes where three would do"),
            ([0xF4, 0x90, 0x80, 0x80], "beyond the last character"),
            ([0xF5, 0x80, 0x80, 0x80], "a first byte that there is not"),
            ([0xFF], "a byte that there is not"),
        ] as [([UInt8], String)])
    func `bytes that are not UTF-8 are refused`(bytes: [UInt8], why: String) {
        for text in [[0x22] + bytes + [0x22], [0x22] + bytes] {
            let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
            expect(error?.description, is: "1:2: the bytes here are not UTF-8", "\(why)")
        }
        #expect(throws: JSONError.self, "\(why)") { try JSONValue(parsing: bytes) }
    }

    @Test func `nesting is limited`() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(
                (String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        _ = try JSONValue(parsing: nested(64))
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: nested(65)) }
        expect(error?.description, is: "1:65: arrays and objects are nested more than 64 deep")
        let brackets = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        #expect(throws: JSONError.self) { try JSONValue(parsing: brackets) }
        let objects = Array(String(repeating: "{\"a\":", count: 100_000).utf8)
        #expect(throws: JSONError.self) { try JSONValue(parsing: objects) }
        _ = try JSONValue(parsing: nested(2), depthLimit: 2)
        #expect(throws: JSONError.self) { try JSONValue(parsing: nested(3), depthLimit: 2) }
    }

    @Test
    func `large texts take time in proportion to their size`() throws {
        let keys = "{" + (0..<50_000).map { "\"k\($0)\":0" }.joined(separator: ",") + "}"
        guard case .object(let members) = try JSONValue(parsing: Array(keys.utf8)).content else {
            Issue.record("not an object")
            return
        }
        expect(members.count, is: 50_000)
        let text = "\"" + String(repeating: "é\\n", count: 200_000) + "\""
        _ = try JSONValue(parsing: Array(text.utf8))
        let digits = [UInt8](repeating: UInt8(ascii: "1"), count: 1_000_000)
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: digits) }
        expect(error?.description, is: "1:1: a number must not be longer than 1024 characters")
    }

    @Test func `a text cut anywhere is refused`() throws {
        let text = Array(#"{"a":[1.5e3,"é\u00e9\ud83d\ude00",true,null,{"b":-20}],"c":""}"#.utf8)
        _ = try JSONValue(parsing: text)
        for length in 0..<text.count {
            #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text[..<length])) }
        }
    }

    @Test func `a text with any byte replaced never crashes the parser`() {
        let text = Array(#"{"a":[1e3,"é\ud83d\ude00",true],"b":{"c":-2}}"#.utf8)
        var accepted = 0
        for index in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[index] = byte
                if (try? JSONValue(parsing: changed)) != nil { accepted += 1 }
            }
        }
        #expect(accepted > text.count)
        #expect(accepted < text.count * 256 / 2)
    }

    @Test func `values know where they stand`() throws {
        let value = try JSONValue(parsing: Array("{\n  \"a\": [\n    \"é\", 7\n  ]\n}".utf8))
        guard case .array(let elements) = value["a"]?.content, elements.count == 2 else {
            Issue.record("no array of two")
            return
        }
        expect(elements[0].position, is: JSONPosition(line: 3, column: 5))
        expect(elements[1].position, is: JSONPosition(line: 3, column: 10))
        expect(value["b"]?.position, is: nil)
    }
}
