import Expecting
import Testing

@testable import Web

/// Requests as browsers, programs and attackers send them.
struct RequestReaderTests {
    private static func read(_ text: String) -> Result<[WebRequest], WebFault> {
        read(Array(text.utf8))
    }

    private static func read(
        _ bytes: [UInt8], inPiecesOf size: Int = .max
    ) -> Result<[WebRequest], WebFault> {
        var reader = RequestReader()
        var requests: [WebRequest] = []
        var rest = bytes[...]
        do throws(WebFault) {
            while !rest.isEmpty {
                reader.append(rest.prefix(size))
                rest = rest.dropFirst(size)
                while let request = try reader.next() { requests.append(request) }
            }
            return .success(requests)
        } catch {
            return .failure(error)
        }
    }

    private static let right: [(text: String, first: String, why: String)] = [
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / keeps", "the least there can be"),
        (
            "GET / HTTP/1.1\r\nhOST:\ta \r\n\r\n", "GET / keeps",
            "names in any case, blanks around values"
        ),
        ("\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / keeps", "a line end too many"),
        ("HEAD /a/b?x=1 HTTP/1.1\r\nHost: a\r\n\r\n", "HEAD /a/b keeps", "a query is not the path"),
        ("GET / HTTP/1.0\r\n\r\n", "GET / ends", "an old program names no host, and sends no more"),
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n", "GET / ends", "it says so"),
        (
            "POST /act HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}", "POST /act keeps {}",
            "a body of a length"
        ),
        (
            "POST /act HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", "POST /act keeps",
            "a body of nothing"
        ),
    ]

    @Test(arguments: [
        ([0x16, 0x03, 0x01], "TLS is not supported here", "a browser that begins with TLS"),
        ([0x80, 0x2E, 0x01], "a request begins with", "one that begins with SSL 2"),
        (Array(" G".utf8), "a request begins with", "a space"),
        (Array("\r\n\r\n".utf8), "a request begins with", "a second empty line"),
        (Array("GET / HTTP/1.1\nHost: a\n".utf8), "not end with CR LF", "other lines"),
        (Array("\nGE".utf8), "a request begins with", "one of these first of all"),
    ])
    func `what can become no request is refused before its end`(
        _ bytes: [UInt8], _ words: String, _ why: String
    ) {
        let fault = #expect(throws: WebFault.self, "\(why)") { try Self.read(bytes).get() }
        #expect(fault?.sentence.contains(words) ?? false, "\(why): \(fault as Any)")
    }

    @Test(arguments: ["", "G", "\r", "\r\n", "\r\nG", "!", "GET / HTTP/1.1\r", "PRI * HTTP"])
    func `what can still become one is waited for`(_ text: String) throws {
        try expect(Self.read(text).get().count, is: 0)
    }

    private static func words(_ request: WebRequest) -> String {
        let body = String(decoding: request.body, as: UTF8.self)
        return "\(request.method.rawValue) \(request.path) "
            + (request.keepsConnection ? "keeps" : "ends") + (body.isEmpty ? "" : " \(body)")
    }

    @Test(arguments: right.indices) func `a right request is read`(_ index: Int) throws {
        let (text, first, why) = Self.right[index]
        try expect(Self.read(text).get().map(Self.words), is: [first], "\(why)")
    }

    private static let head = "GET / HTTP/1.1\r\nHost: a\r\n"
    private static let post = "POST / HTTP/1.1\r\nHost: a\r\n"

    private static let wrong: [(text: String, status: Int, why: String)] = [
        ("GET / HTTP/1.1\r\n\r\n", 400, "for whom is not said"),
        ("\r\n\r\n\r\n" + head + "\r\n", 400, "two line ends too many"),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "for whom is said twice"),
        ("GET / HTTP/1.1\nHost: a\n\n\r\n\r\n", 400, "lines end with LF alone"),
        ("GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n", 400, "a CR within a line"),
        ("GET / HTTP/1.1\r\nHost: a\u{0}\r\n\r\n", 400, "a zero character"),
        ("GET / HTTP/1.1\r\nHost: a\r\n X: b\r\n\r\n", 400, "a folded line"),
        ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400, "a blank before the colon"),
        ("GET / HTTP/1.1\r\n: a\r\n\r\n", 400, "no name"),
        ("GET / HTTP/1.1\r\nHost\r\n\r\n", 400, "no colon"),
        ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400, "two spaces"),
        ("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400, "a space at the end"),
        ("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400, "as to a proxy"),
        ("GET a HTTP/1.1\r\nHost: a\r\n\r\n", 400, "no /"),
        ("GET /ä HTTP/1.1\r\nHost: a\r\n\r\n", 400, "no ASCII"),
        ("GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", 400, "a fragment stays in the browser"),
        ("GET /?a=%4 HTTP/1.1\r\nHost: a\r\n\r\n", 400, "half a character"),
        ("GET /?a=%FF HTTP/1.1\r\nHost: a\r\n\r\n", 400, "no UTF-8"),
        ("GET /?a=%00 HTTP/1.1\r\nHost: a\r\n\r\n", 400, "a zero character in a query"),
        ("G(T / HTTP/1.1\r\nHost: a\r\n\r\n", 400, "no method"),
        ("PUT / HTTP/1.1\r\nHost: a\r\n\r\n", 405, "another method"),
        ("get / HTTP/1.1\r\nHost: a\r\n\r\n", 405, "methods have capitals"),
        ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505, "another version"),
        ("GET / HTCPCP/1.0\r\nHost: a\r\n\r\n", 400, "another protocol"),
        ("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n\r\n", 400, "TLS is a proxy's business"),
        (head + "Transfer-Encoding: chunked\r\n\r\n", 501, "in pieces"),
        (post + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}", 501, "both"),
        (post + "\r\n", 411, "of no length"),
        (post + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400, "of two lengths"),
        (post + "Content-Length: +2\r\n\r\n{}", 400, "a sign"),
        (post + "Content-Length: 0x2\r\n\r\n{}", 400, "no number"),
        (post + "Content-Length: 2, 2\r\n\r\n{}", 400, "two numbers"),
        (post + "Content-Length: 99999999999999999999\r\n\r\n", 400, "no number that fits"),
        (post + "Content-Length: 1025\r\n\r\n", 413, "too long"),
        (post + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n", 417, "it asks before"),
        (head + "Content-Length: 1\r\n\r\nx", 400, "a GET with a body"),
        (head + String(repeating: "X: y\r\n", count: 64) + "\r\n", 431, "a field too many"),
        (head + "X: " + String(repeating: "y", count: 8_200), 431, "too long, and not at its end"),
        ("GET /" + String(repeating: "y", count: 8_200), 414, "a target too long"),
        (
            "GET /?" + String(repeating: "a=1&", count: 33) + " HTTP/1.1\r\nHost: a\r\n\r\n", 400,
            "a value too many"
        ),
    ]

    @Test(arguments: wrong.indices) func `what can be read in two ways is refused`(_ index: Int) {
        let (text, status, why) = Self.wrong[index]
        switch Self.read(text) {
        case .success(let requests):
            Issue.record("\(why): it was read as \(requests.count) requests")
        case .failure(let fault): expect(fault.status.number, is: status, "\(why)")
        }
    }

    @Test func `requests are the same however their bytes are cut`() throws {
        let text = Self.right.map(\.text).joined()
        let bytes = Array(text.utf8)
        let whole = try Self.read(bytes).get()
        expect(whole.count, is: Self.right.count)
        for size in 1...bytes.count {
            var reader = RequestReader()
            var requests: [WebRequest] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                reader.append(bytes[start..<min(start + size, bytes.count)])
                while let request = try reader.next() { requests.append(request) }
            }
            #expect(requests == whole, "pieces of \(size)")
            #expect(!reader.hasPart)
        }
    }

    @Test(arguments: wrong.indices) func `what is refused is, however its bytes are cut`(
        _ index: Int
    ) {
        let (text, _, why) = Self.wrong[index]
        let bytes = Array(text.utf8)
        let whole = Self.read(bytes)
        for size in [1, 2, 3, 4, 5, 7, 1_000] where size < bytes.count {
            expect(Self.read(bytes, inPiecesOf: size), is: whole, "\(why), in pieces of \(size)")
        }
    }

    @Test func `a request that is cut anywhere is no request`() throws {
        let bytes = Array((Self.post + "Content-Length: 2\r\n\r\n{}").utf8)
        for length in 0..<bytes.count {
            try expect(Self.read(Array(bytes[..<length])).get().count, is: 0, "\(length)")
        }
    }

    @Test func `a query is decoded, and of values of one name the first counts`() throws {
        let request = try #require(
            try Self.read("GET /s?q=M%C3%BCller+%26%20Co&q=b&empty&x= HTTP/1.1\r\nHost: a\r\n\r\n")
                .get().first)
        expect(request.query, is: ["q": "Müller & Co", "empty": "", "x": ""])
    }

    private static let cookies: [(field: String, values: [String], why: String)] = [
        ("wall=abc", ["abc"], "alone"),
        ("a=b; wall=abc;c=d", ["abc"], "among others"),
        ("wall=a=b", ["a=b"], "with a sign in it"),
        ("wall=", [""], "empty"),
        ("xwall=abc", [], "another name"),
        ("wall", [], "no value"),
        ("wall=a; wall=b", ["a", "b"], "two of one name: somebody else may have set one"),
    ]

    @Test(arguments: cookies.indices) func `cookies are found by their name, in their order`(
        _ index: Int
    ) throws {
        let (field, values, why) = Self.cookies[index]
        let request = try #require(
            try Self.read("GET / HTTP/1.1\r\nHost: a\r\nCookie: \(field)\r\n\r\n").get().first)
        expect(request.cookies("wall"), is: values, "\(why)")
    }
}
