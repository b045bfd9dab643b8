import Expecting
import Linux
import Testing

@testable import Web

/// What goes to browsers.
struct WebResponseTests {
    private static let moment = WallTime(milliseconds: 784_111_777_000)

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `an answer has its length, its date, and what guards it`() {
        let response = WebResponse(type: "text/css; charset=utf-8", Array("a{}".utf8))
        expect(
            Self.text(response.bytes(at: Self.moment, keepsConnection: true)),
            is: """
                HTTP/1.1 200 OK\r
                Date: Sun, 06 Nov 1994 08:49:37 GMT\r
                Content-Type: text/css; charset=utf-8\r
                Content-Length: 3\r
                Connection: keep-alive\r
                X-Content-Type-Options: nosniff\r
                Referrer-Policy: no-referrer\r
                Cross-Origin-Resource-Policy: same-origin\r
                \r
                a{}
                """)
    }

    @Test func `to a HEAD goes the length without the body, to a stream neither`() {
        let response = WebResponse(.notFound, "nothing is here")
        let head = Self.text(
            response.bytes(at: Self.moment, hasBody: false, keepsConnection: false))
        #expect(head.contains("Content-Length: 16\r\n") && head.hasSuffix("\r\n\r\n"))
        let stream = Self.text(
            WebResponse(type: StreamedEvent.type).head(
                at: Self.moment, keepsConnection: true, isEndless: true))
        #expect(!stream.contains("Content-Length") && stream.contains("Connection: close\r\n"))
        let nothing = Self.text(
            WebResponse(.noContent).bytes(at: Self.moment, keepsConnection: true))
        #expect(!nothing.contains("Content-Length"))
    }

    @Test func `no value ends its line`() {
        let field = WebResponse.Field("Location", "/\r\nSet-Cookie: a=b\u{0}")
        let response = WebResponse(.seeOther, fields: [field])
        #expect(
            Self.text(response.bytes(at: Self.moment, keepsConnection: true)).contains(
                "Location: /Set-Cookie: a=b\r\n"))
    }

    private static let dates: [(milliseconds: Int64, date: String)] = [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (-5_000, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_399_999, "Mon, 28 Feb 2000 23:59:59 GMT"),
        (951_782_400_000, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (4_102_444_800_000, "Fri, 01 Jan 2100 00:00:00 GMT"),
    ]

    @Test(arguments: dates.indices) func `a date is the one that everybody has`(_ index: Int) {
        let (milliseconds, date) = Self.dates[index]
        expect(WallTime(milliseconds: milliseconds).webDate, is: date)
    }

    private static let events: [(data: String, bytes: String, why: String)] = [
        ("{}", "id: 1-2\nevent: board\ndata: {}\n\n", "one line"),
        ("", "id: 1-2\nevent: board\ndata: \n\n", "nothing"),
        ("a\nb", "id: 1-2\nevent: board\ndata: a\ndata: b\n\n", "two lines"),
        (
            "a\r\nb\rc", "id: 1-2\nevent: board\ndata: a\ndata: b\ndata: c\n\n",
            "three, as others end them"
        ),
        (
            "a\n\nid: 9", "id: 1-2\nevent: board\ndata: a\ndata: \ndata: id: 9\n\n",
            "no field can be smuggled in"
        ),
    ]

    @Test(arguments: events.indices) func `an event is a block of lines`(_ index: Int) {
        let (data, bytes, why) = Self.events[index]
        let event = StreamedEvent(id: "1-2", name: "board", data: Array(data.utf8))
        expect(Self.text(event.bytes), is: bytes, "\(why)")
    }
}
