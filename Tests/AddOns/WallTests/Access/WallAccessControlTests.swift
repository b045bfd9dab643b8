import Board
import Commands
import Expecting
import Linux
import Testing

@testable import Wall
@testable import Web

/// Who comes in, from where, and for what.
struct WallAccessControlTests {
    private static let now = WallTime(milliseconds: 1_800_000_000_000)
    private static let kiosk = "kiosk-0123456789"

    private let folder: TestFolder
    private let store: TokenStore

    init() throws {
        folder = try TestFolder()
        store = TokenStore(folder: folder.file("tokens"))
    }

    private func door(_ lines: [String] = []) throws -> WallAccessControl {
        let file = try TokenFile(
            .file(folder.write("kiosk names act \(Self.kiosk)\n", to: "file")))
        return WallAccessControl(try WallConfiguration.settings(lines), store, file)
    }

    // MARK: From where

    private static let looks: [(host: String, fields: [String], status: Int?, why: String)] = [
        ("localhost", [], nil, "a program"),
        ("localhost", ["Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate"], nil, "a person"),
        ("localhost", ["Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: cors"], nil, "its page"),
        (
            "localhost", ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"], nil,
            "a link on a page of others"
        ),
        (
            "localhost", ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"], 403,
            "a picture or a script on a page of others"
        ),
        (
            "localhost", ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: cors"], 403,
            "a script of others that reads"
        ),
        (
            "localhost", ["Sec-Fetch-Site: same-site", "Sec-Fetch-Mode: cors"], 403,
            "another port of the same machine"
        ),
        ("localhost", ["Sec-Fetch-Site: cross-site"], 403, "of others, and no word of how"),
        (
            "localhost",
            ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Mode: cors"], 403,
            "two words of how"
        ),
        ("evil.example", [], 421, "another name leads here"),
        (
            "evil.example:8437", ["Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: cors"], 421,
            "a page of others that had its name lead here"
        ),
    ]

    @Test(arguments: looks.indices) func `a look is for the wall's own page`(_ index: Int) throws {
        let (host, fields, status, why) = Self.looks[index]
        let request = try SampleRequest.get("/board", host: host, fields)
        try expect(door().refusal(of: request)?.status.number, is: status, "\(why)")
    }

    private static let own = "X-Callboard: 1"
    private static let bearer = "Authorization: Bearer \(kiosk)"

    private static let acts: [(host: String, fields: [String], status: Int?, why: String)] = [
        ("localhost", [own, "Sec-Fetch-Site: same-origin"], nil, "its page"),
        ("localhost", ["Sec-Fetch-Site: same-origin"], 403, "without the field of its page"),
        ("localhost", [own, "Sec-Fetch-Site: cross-site"], 403, "a page of others"),
        ("localhost", [own, "Sec-Fetch-Site: same-site"], 403, "another port"),
        ("localhost", [own, "Sec-Fetch-Site: none"], 403, "nobody's page"),
        (
            "localhost", [own, "Sec-Fetch-Site: cross-site", "Origin: http://localhost"], 403,
            "what browsers say of themselves is believed first"
        ),
        ("localhost:8437", [own, "Origin: http://localhost:8437"], nil, "an older browser"),
        ("wall.example.org", [own, "Origin: https://wall.example.org"], nil, "behind a proxy"),
        (
            "localhost:8437", [own, "Origin: http://localhost"], 403,
            "another port, an older browser"
        ),
        ("localhost", [own, "Origin: http://evil.example"], 403, "others, an older browser"),
        (
            "localhost", [own, "Origin: http://localhost.evil.example"], 403,
            "a name that begins so"
        ),
        ("localhost", [own, "Origin: null"], 403, "a page from nowhere"),
        ("localhost", [own, "Origin: ftp://localhost"], 403, "another scheme"),
        (
            "localhost", [own, "Origin: http://evil.example", bearer], 403,
            "others who know a token"
        ),
        ("localhost", [own, bearer], nil, "a program with a token"),
        ("localhost", [own, "Cookie: callboard=\(kiosk)"], 403, "a cookie from nowhere"),
        ("localhost", [own], 403, "nobody"),
        ("evil.example", [own, "Origin: http://evil.example"], 421, "another name leads here"),
        ("evil.example", [own, "Sec-Fetch-Site: same-origin"], 421, "the same, today"),
        ("evil.example", [own, bearer], 421, "the same, a program"),
    ]

    @Test(arguments: acts.indices) func `an act is of the wall's own page`(_ index: Int) throws {
        let (host, fields, status, why) = Self.acts[index]
        let request = try SampleRequest.post(host: host, fields)
        let refusal = try door(["url = https://wall.example.org"]).refusal(of: request)
        expect(refusal?.status.number, is: status, "\(why)")
    }

    @Test func `a request without a host is for nobody`() throws {
        try expect(
            door().refusal(of: SampleRequest.get(host: nil))?.status.number, is: 421)
    }

    // MARK: Who

    private static let secrets: [(target: String, fields: [String], name: String?, why: String)] = [
        ("/board", [], nil, "none"),
        ("/board", ["Authorization: Bearer KIOSK"], "kiosk", "as programs say it"),
        ("/board", ["Authorization: bearer KIOSK"], "kiosk", "in small letters"),
        ("/board", ["Authorization: Basic KIOSK"], nil, "another way"),
        ("/board", ["Authorization: KIOSK"], nil, "no way"),
        ("/board", ["Authorization: Bearer KIOSKx"], nil, "a letter more"),
        ("/board", ["Authorization: Bearer"], nil, "nothing"),
        ("/board?token=KIOSK", [], "kiosk", "in the address"),
        ("/board?token=KIOSK&token=x", [], "kiosk", "the first of two"),
        ("/board?token=x&token=KIOSK", [], nil, "the second of two"),
        ("/board?TOKEN=KIOSK", [], nil, "another name"),
        ("/board", ["Cookie: callboard=KIOSK"], "kiosk", "as browsers have it"),
        ("/board", ["Cookie: a=b; callboard=KIOSK; c"], "kiosk", "among others"),
        ("/board", ["Cookie: a=b", "Cookie: callboard=KIOSK"], "kiosk", "in two fields"),
        ("/board", ["Cookie: callboard=KIOSK; callboard=x"], "kiosk", "two of the name"),
        ("/board", ["Cookie: callboard=x; callboard=KIOSK"], "kiosk", "two, the other way round"),
        (
            "/board", ["Cookie: callboard=a; callboard=b; callboard=c; callboard=KIOSK"], "kiosk",
            "the last of four"
        ),
        (
            "/board",
            ["Cookie: callboard=a; callboard=b; callboard=c; callboard=d; callboard=KIOSK"], nil,
            "no more than four are tried"
        ),
        ("/board", ["Cookie: xcallboard=KIOSK"], nil, "another name"),
        ("/board", ["Cookie: callboard=\"KIOSK\""], nil, "in quotes"),
        ("/board", ["Cookie: callboard=TABLET"], "tablet", "one that came by a link"),
        ("/board", ["Cookie: callboard=LINK"], nil, "a link is no token"),
        (
            "/board", ["Authorization: Bearer nonsense-nonsense", "Cookie: callboard=TABLET"],
            "tablet", "one that is good beside one that is not"
        ),
        ("/board?token=TABLET", ["Authorization: Bearer KIOSK"], "kiosk", "programs first"),
        (
            "/board?token=TABLET", ["Cookie: callboard=KIOSK"], "tablet",
            "the address before a cookie"
        ),
    ]

    @Test(arguments: secrets.indices) func `a token is found where it may be`(_ index: Int) throws {
        let (target, fields, name, why) = Self.secrets[index]
        let door = try door()
        let token = WallToken(name: "tablet", detail: .full, mayAct: false, made: Self.now)
        let tablet = try store.make(token, asLink: false)
        let link = try store.make(token, asLink: true)
        func filled(_ text: String) -> String {
            var parts: [String] = []
            var rest = text[...]
            for (word, secret) in [("KIOSK", Self.kiosk), ("TABLET", tablet), ("LINK", link)] {
                while let range = rest.firstRange(of: word) {
                    parts.append(rest[..<range.lowerBound] + secret)
                    rest = rest[range.upperBound...]
                }
            }
            return parts.joined() + rest
        }
        let request = try SampleRequest.get(filled(target), fields.map(filled))
        let access = door.access(of: request, at: Self.now)
        let found = access.map { $0.detail == .full ? "tablet" : "kiosk" }
        expect(found, is: name, "\(why)")
        expect(access?.mayAct, is: name.map { $0 == "kiosk" }, "\(why)")
        let isForBrowser = !fields.contains { $0.contains("KIOSK") && $0.contains("Authorization") }
        expect(access?.secretToKeep != nil, is: name != nil && isForBrowser, "\(why)")
    }

    @Test(arguments: ["callboard=WEAK; callboard=KIOSK", "callboard=KIOSK; callboard=WEAK"])
    func `of several valid cookies the one with the most rights counts`(_ cookie: String) throws {
        let weak = "weak-0123456789ab"
        let file = try TokenFile(
            .file(folder.write("kiosk names act \(Self.kiosk)\nweak counts \(weak)\n", to: "file")))
        let door = WallAccessControl(try WallConfiguration.settings([]), store, file)
        let filled = cookie.replacing("WEAK", with: weak).replacing("KIOSK", with: Self.kiosk)
        let access = door.access(
            of: try SampleRequest.get("/board", ["Cookie: \(filled)"]), at: Self.now)
        expect(access?.secretToKeep, is: Self.kiosk)
    }

    @Test func `an open wall shows counts to whoever comes, and more with a token`() throws {
        let door = try door(["open = yes"])
        let stranger = try #require(door.access(of: SampleRequest.get(), at: Self.now))
        expect(stranger.detail, is: .counts)
        #expect(!stranger.mayAct && stranger.digest == nil)
        let wrong = try SampleRequest.get("/?token=nonsense-nonsense")
        expect(door.access(of: wrong, at: Self.now), is: stranger)
        let known = try SampleRequest.get("/", ["Authorization: Bearer \(Self.kiosk)"])
        expect(door.access(of: known, at: Self.now)?.detail, is: .names)
        expect(door.rights(of: nil, at: Self.now)?.detail, is: .counts)
        #expect(try self.door().rights(of: nil, at: Self.now) == nil)
    }

    @Test func `a token that is over or revoked lets nobody in`() throws {
        let door = try door()
        let token = WallToken(
            name: "t", detail: .full, mayAct: true, made: Self.now,
            until: Self.now.advanced(by: .seconds(60)))
        let secret = try store.make(token, asLink: false)
        let request = try SampleRequest.get("/", ["Cookie: callboard=\(secret)"])
        #expect(door.access(of: request, at: Self.now) != nil)
        #expect(door.access(of: request, at: Self.now.advanced(by: .seconds(60))) == nil)
        let digest = try #require(TokenStore.digest(of: secret))
        #expect(door.rights(of: digest, at: Self.now) != nil)
        try store.revoke(store.all(at: Self.now))
        #expect(door.access(of: request, at: Self.now) == nil)
        #expect(door.rights(of: digest, at: Self.now) == nil)
    }

    @Test func `a cookie is for the wall alone, and goes the way by which it came`() throws {
        let words = "=s; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict"
        func kept(_ fields: [String]) throws -> [String] {
            WallAccessControl.cookies("s", for: try SampleRequest.get("/", fields)).map(\.value)
        }
        let https = "X-Forwarded-Proto: https"
        try expect(kept([]), is: ["callboard" + words])
        try expect(kept([https]), is: ["__Host-callboard" + words + "; Secure"])
        // One of before is taken away, whose name others could set as well.
        let both = try kept([https, "Cookie: callboard=old"])
        expect(both.count, is: 2)
        expect(both.first, is: "__Host-callboard" + words + "; Secure")
        #expect(both.last?.hasPrefix("callboard=; Path=/; Max-Age=0;") ?? false)
        let none = WallAccessControl.noCookies(for: try SampleRequest.get("/", [https])).map(
            \.value)
        #expect(none.map { $0.prefix { $0 != ";" } } == ["__Host-callboard=", "callboard="])
        let plain = WallAccessControl.noCookies(for: try SampleRequest.get())
        #expect(plain.map(\.value).first?.hasPrefix("callboard=; Path=/; Max-Age=0;") ?? false)
        expect(plain.count, is: 1)
    }

    @Test func `behind TLS the cookie that nobody else can set comes first`() throws {
        let door = try door()
        let token = WallToken(name: "tablet", detail: .full, mayAct: false, made: Self.now)
        let tablet = try store.make(token, asLink: false)
        let cookies = "Cookie: callboard=\(Self.kiosk); __Host-callboard=\(tablet)"
        func detail(_ fields: [String]) throws -> BoardOptions.Detail? {
            door.access(of: try SampleRequest.get("/", fields), at: Self.now)?.detail
        }
        try expect(detail([cookies, "X-Forwarded-Proto: https"]), is: .full)
        try expect(detail([cookies]), is: .names, "without TLS that name means nothing")
        try expect(
            detail(["Cookie: callboard=\(Self.kiosk)", "X-Forwarded-Proto: https"]), is: .names,
            "a browser that came in before")
    }

    private static let addresses:
        [(site: String?, cookie: String?, detail: BoardOptions.Detail, why: String)] = [
            (nil, "FULL", .names, "an old browser says nothing"),
            ("none", "FULL", .names, "a person opened the address"),
            ("same-origin", "FULL", .full, "the wall's own page leads there"),
            ("cross-site", "FULL", .full, "a page of others leads there"),
            ("same-site", "FULL", .full, "a page of another port leads there"),
            ("cross-site", "COUNTS", .names, "the address shows more"),
            ("cross-site", nil, .names, "a browser that has none"),
            ("cross-site", "nonsense-nonsense", .names, "a cookie that is good for nothing"),
        ]

    @Test(arguments: addresses.indices)
    func `an address that others lead to takes nothing from a browser`(_ index: Int) throws {
        let (site, cookie, detail, why) = Self.addresses[index]
        let door = try door()
        var fields = site.map { ["Sec-Fetch-Site: \($0)", "Sec-Fetch-Mode: navigate"] } ?? []
        for (word, shown) in [("FULL", BoardOptions.Detail.full), ("COUNTS", .counts)]
        where cookie == word {
            let token = WallToken(name: word, detail: shown, mayAct: true, made: Self.now)
            fields.append("Cookie: callboard=\(try store.make(token, asLink: false))")
        }
        if cookie == "nonsense-nonsense" { fields.append("Cookie: callboard=nonsense-nonsense") }
        let request = try SampleRequest.get("/?token=\(Self.kiosk)", fields)
        let access = try #require(door.access(of: request, at: Self.now))
        // The names token of the file may act, as the others may: only what they show differs.
        expect(access.detail, is: detail, "\(why)")
        let isOfOthers = ["cross-site", "same-site"].contains(site)
        expect(access.comesFromElsewhere, is: isOfOthers && detail == .names, "\(why)")
    }
}
