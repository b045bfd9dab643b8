import Expecting
import Formats
import Testing

/// Code page 437 against the table that Python has.
struct CodePageTests {
    @Test func `every printable character of Python's table has its byte`() throws {
        for byte in UInt8(0x20)...0xFE where byte != 0x7F && byte != 0x20 {
            let scalar = try #require(Unicode.Scalar(PythonCP437.scalars[Int(byte)]))
            expect(Charset.cp437.encode(String(scalar)), is: [byte], "\(byte)")
        }
    }

    @Test func `its last byte is a space, which is an ordinary one here`() {
        expect(PythonCP437.scalars[0xFF], is: 0xA0)
        expect(Charset.cp437.encode("a\u{A0}b"), is: Array("a b".utf8))
    }

    @Test func `every printable character of Latin-1 has its byte`() {
        for byte in UInt8(0x21)...0xFF where !(0x7F...0xA0).contains(byte) && byte != 0xAD {
            expect(Charset.latin1.encode(String(Unicode.Scalar(byte))), is: [byte])
        }
    }

    @Test(arguments: Charset.allCases)
    func `ASCII is ASCII in all of them`(_ charset: Charset) {
        let text = String(String.UnicodeScalarView((UInt8(0x21)...0x7E).map { Unicode.Scalar($0) }))
        expect(charset.encode(text), is: Array(text.utf8))
    }
}
