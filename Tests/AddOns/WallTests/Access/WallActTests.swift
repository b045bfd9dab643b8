import Control
import Expecting
import Notices
import Support
import Testing

@testable import Wall
@testable import Web

/// What pages ask to be done.
struct WallActTests {
    private static let id = "\(NoticeID(rawValue: 7))"
    private static let json = ["Content-Type: application/json"]

    private static func read(_ body: String, _ fields: [String] = json) throws -> WallAct? {
        do throws(WallAct.Mistake) {
            return try WallAct(SampleRequest.postOnly(body, fields))
        } catch {
            let text = String(decoding: error.response.body, as: UTF8.self)
            expect(error.response.status, is: .badRequest)
            #expect(text.hasPrefix("{\"ok\":false,\"words\":\""), "\(text)")
            return nil
        }
    }

    private static let right: [(body: String, act: WallAct, why: String)] = [
        ("{\"act\":\"answer\"}", .act(.answer, notice: nil), "what rings"),
        ("{\"act\":\"decline\",\"notice\":\"\(id)\"}", .act(.decline, notice: id), "a call"),
        (" { \"notice\" : \"\(id)\" , \"act\" : \"clear\" } ", .act(.clear, notice: id), "blanks"),
        ("{\"act\":\"next\",\"phone\":\"a7\"}", .play(.next, phone: "a7"), "a phone"),
        ("{\"act\":\"toggle\"}", .play(.toggle, phone: nil), "the one that plays"),
        ("{\"act\":\"enter\",\"link\":\"abc\"}", .enter(link: "abc"), "a link"),
        ("{\"act\":\"leave\"}", .leave, "farewell"),
        ("{\"\\u0061ct\":\"le\\u0061ve\"}", .leave, "letters in their other form"),
    ]

    @Test(arguments: right.indices) func `a right act is understood`(_ index: Int) throws {
        let (body, act, why) = Self.right[index]
        try expect(Self.read(body), is: act, "\(why)")
    }

    private static let types: [(fields: [String], isRight: Bool)] = [
        (["Content-Type: application/json; charset=utf-8"], true),
        (["Content-Type: Application/JSON"], true),
        ([], false),
        (["Content-Type: text/plain"], false),
        (["Content-Type: application/x-www-form-urlencoded"], false),
        (["Content-Type: multipart/form-data; application/json"], false),
        (["Content-Type: application/jsonp"], false),
        (["Content-Type: text/plain, application/json"], false),
    ]

    @Test(arguments: types.indices)
    func `what a form of another page can send is no act`(_ index: Int) throws {
        let (fields, isRight) = Self.types[index]
        try expect(Self.read("{\"act\":\"leave\"}", fields) != nil, is: isRight, "\(fields)")
    }

    private static let wrong = [
        "", " ", "null", "[]", "\"leave\"", "{}", "{\"act\":null}", "{\"act\":1}", "{\"act\":\"\"}",
        "{\"act\":\"Leave\"}", "{\"act\":\"reboot\"}", "{\"act\":\"leave\"", "{\"act\":\"leave\"}}",
        "{\"act\":\"leave\"}{\"act\":\"leave\"}", "{\"act\":\"leave\",\"act\":\"clear\"}",
        "{\"act\":\"next\",\"notice\":\"\(id)\"}", "{\"act\":\"next\",\"phone\":7}",
        "{\"act\":\"answer\",\"phone\":\"a7\"}", "{\"act\":\"clear\",\"phone\":\"a7\"}",
        "{\"act\":\"Next\"}", "{\"act\":\"leave\",\"phone\":\"a7\"}",
        "{\"act\":\"leave\",\"more\":1}", "{\"act\":\"enter\"}", "{\"act\":\"enter\",\"link\":[]}",
        "{\"act\":\"clear\"}", "{\"act\":\"clear\",\"notice\":7}",
        "{\"act\":\"clear\",\"notice\":\"\"}",
        "{\"act\":\"clear\",\"notice\":\"short\"}",
        "{\"act\":\"clear\",\"notice\":\"\(id)x\"}",
        "{\"act\":\"clear\",\"notice\":\"../../../etc\"}",
        "{\"act\":\"clear\",\"notice\":\"<script>alert\"}", "act=leave",
        String(repeating: "[", count: 1_000), String(repeating: "{\"act\":", count: 140),
        "{\"act\":\"leave\u{0}\"}", "\u{FEFF}{\"act\":\"leave\"}",
    ]

    @Test(arguments: wrong) func `a wrong act is refused, and not said again`(_ body: String) throws
    {
        #expect(try Self.read(body) == nil)
    }

    @Test func `an act that is cut, or has a byte of another kind, is an act or is none`() throws {
        var random = RepeatableRandom(seed: 23)
        for (body, act, _) in Self.right {
            let bytes = Array(body.utf8)
            let end = bytes.lastIndex(of: UInt8(ascii: "}")) ?? 0
            for cut in 0...end { #expect(Self.read(Array(bytes[..<cut])) == nil, "\(body) \(cut)") }
            for _ in 0..<2_000 {
                var other = bytes
                other[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
                guard let found = Self.read(other), found != act else { continue }
                if case .act(_, let notice?) = found { #expect(NoticeID(notice) != nil) }
            }
        }
    }

    private static func read(_ body: [UInt8]) -> WallAct? {
        do throws(WallAct.Mistake) {
            var request = SampleRequest.postOnly("", json)
            request.body = body
            return try WallAct(request)
        } catch {
            expect(error.response.status, is: .badRequest)
            return nil
        }
    }
}

extension SampleRequest {
    /// A request to do something, whose body is put in behind its fields.
    fileprivate static func postOnly(_ body: String, _ fields: [String]) -> WebRequest {
        guard var request = try? post("", fields) else { preconditionFailure("no request") }
        request.body = Array(body.utf8)
        return request
    }
}
