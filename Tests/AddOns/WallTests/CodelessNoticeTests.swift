import Expecting
import JSON
import Testing

@testable import Wall

struct CodelessNoticeTests {
    private static func written(_ text: String) throws -> String {
        var writer = JSONWriter()
        CodelessNotice.write(try JSONValue(parsing: Array(text.utf8)), to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `a notice with a code is written without it, and another one as it came`() throws {
        let plain =
            #"{"id":"1","title":"Nina","message":"See you at 19:30","extra":[1,{"a":null}]}"#
        expect(try Self.written(plain), is: plain)
        expect(
            try Self.written(
                #"{"id":"2","title":"482913","message":"482913 is your verification code","code":"482913","n":7}"#
            ),
            is: #"{"id":"2","title":"••••••","message":"•••••• is your verification code","n":7}"#)
        expect(
            try Self.written(
                #"{"id":"3","message":"4829 is your code","actions":{"positive":"Copy 4829"},"bytes":{"title":"34383239"},"code":"4829"}"#
            ),
            is: #"{"id":"3","message":"•••• is your code"}"#)
        expect(try Self.written(#"[7]"#), is: "[7]")
    }
}
