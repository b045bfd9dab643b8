import Board
import Expecting
import Foundation
import Linux
import Support
import Testing

@testable import Wall

/// Tokens and links in their folder, whatever else is there.
struct TokenStoreTests {
    private static let now = WallTime(milliseconds: 1_800_000_000_000)
    private static let later = now.advanced(by: .seconds(3_600))

    private let folder: TestFolder
    private var store: TokenStore { TokenStore(folder: folder.file("tokens")) }

    init() throws {
        folder = try TestFolder()
    }

    private static func token(
        _ name: String = "tablet", lasting seconds: Int? = nil
    ) -> WallToken {
        WallToken(
            name: name, detail: .names, mayAct: true, made: now,
            until: seconds.map { now.advanced(by: .seconds($0)) })
    }

    private func use(_ secret: String, at now: WallTime = now) -> WallToken? {
        TokenStore.digest(of: secret).flatMap { store.token($0, at: now) }
    }

    @Test func `a token is known by its secret, of which nothing is kept`() throws {
        let secret = try store.make(Self.token(), asLink: false)
        expect(use(secret), is: Self.token())
        expect(use(secret + "x"), is: nil)
        expect(use(String(secret.dropLast())), is: nil)
        let other = try store.make(Self.token("other"), asLink: false)
        #expect(secret != other && secret.count == 28)
        for name in try FileManager.default.contentsOfDirectory(atPath: store.folder) {
            let text = try String(contentsOfFile: "\(store.folder)/\(name)", encoding: .utf8)
            #expect(!text.contains(secret) && !name.contains(secret))
        }
    }

    @Test func `a link lets one browser in, and no second one`() throws {
        let link = try store.make(Self.token(lasting: 600), asLink: true)
        expect(use(link), is: nil, "a link is no token")
        let entered = try #require(try store.enter(by: link, at: Self.now))
        expect(entered.token.until, is: nil)
        expect(entered.token.name, is: "tablet")
        expect(use(entered.secret, at: Self.later)?.mayAct, is: true)
        #expect(try store.enter(by: link, at: Self.now) == nil)
        #expect(try store.enter(by: entered.secret, at: Self.now) == nil, "a token is no link")
        try expect(store.all(at: Self.now).map(\.isLink), is: [false])
    }

    @Test func `of many who use a link at once, one comes in`() async throws {
        let store = store
        for _ in 0..<20 {
            let link = try store.make(Self.token(lasting: 600), asLink: true)
            let count = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        (try? store.enter(by: link, at: Self.now)) == nil ? 0 : 1
                    }
                }
                return await group.reduce(0, +)
            }
            expect(count, is: 1)
        }
        try expect(store.all(at: Self.now).count, is: 20)
    }

    @Test func `a link is good for its time, and is taken away after it`() throws {
        let links = try (0..<3).map { _ in
            try store.make(Self.token(lasting: 600), asLink: true)
        }
        let last = Self.now.advanced(by: .milliseconds(599_999))
        let over = Self.now.advanced(by: .seconds(600))
        #expect(try store.enter(by: links[0], at: last) != nil)
        #expect(try store.enter(by: links[1], at: over) == nil)
        try expect(store.all(at: Self.now).count { $0.isLink }, is: 1, "it is gone at once")
        try expect(store.all(at: over).count { $0.isLink }, is: 0)
        store.tidy(at: last)
        #expect(try store.enter(by: links[2], at: last) != nil, "tidying takes none too early")
        let lasting = try store.make(Self.token(), asLink: false)
        _ = try store.make(Self.token(lasting: 600), asLink: true)
        store.tidy(at: over)
        let names = try FileManager.default.contentsOfDirectory(atPath: store.folder)
        expect(names.count { $0.hasPrefix("link-") }, is: 0)
        #expect(use(lasting, at: over) != nil)
    }

    @Test func `a token that is revoked is good for nothing, and others stay`() throws {
        let secrets = try ["a", "b", "b"].map { name in
            try store.make(Self.token(name), asLink: false)
        }
        let link = try store.make(Self.token("b", lasting: 600), asLink: true)
        let chosen = try store.all(at: Self.now).filter { $0.token.name == "b" }
        expect(chosen.count, is: 3)
        try store.revoke(chosen)
        try store.revoke(chosen)
        expect(secrets.map { use($0) != nil }, is: [true, false, false])
        #expect(try store.enter(by: link, at: Self.now) == nil)
    }

    @Test func `that a token was used is noted once a day, and revives none`() throws {
        let secret = try store.make(Self.token(), asLink: false)
        let digest = try #require(TokenStore.digest(of: secret))
        func note(_ hours: Int) throws -> Int64? {
            let now = Self.now.advanced(by: .seconds(hours * 3_600))
            store.note(digest, try #require(store.token(digest, at: now)), at: now)
            return store.token(digest, at: now)?.used.map {
                ($0.milliseconds - Self.now.milliseconds) / 3_600_000
            }
        }
        try expect(note(1), is: 1)
        try expect(note(24), is: 1)
        try expect(note(25), is: 25)
        let token = try #require(use(secret))
        try store.revoke(store.all(at: Self.now))
        store.note(digest, token, at: Self.now.advanced(by: .seconds(900_000)))
        expect(use(secret), is: nil)
    }

    @Test func `what else is in the folder is left alone, and is no token`() throws {
        let secret = try store.make(Self.token(), asLink: false)
        let digest = SHA256.hexadecimal(of: String(repeating: "x", count: 20))
        let garbage = [
            "", "{", "null", "[]", "{\"version\":2}", String(repeating: "[", count: 5_000),
            "{\"version\":1,\"name\":7,\"detail\":\"full\",\"may_act\":true,\"made\":1}",
            "{\"version\":1,\"name\":\"a\",\"detail\":\"all\",\"may_act\":true,\"made\":1}",
            "{\"version\":1,\"name\":\"a\",\"detail\":\"full\",\"may_act\":true,\"made\":1.5}",
            "\u{0}\u{1}", String(repeating: " ", count: 10_000),
        ]
        for text in garbage {
            try text.write(
                toFile: "\(store.folder)/token-\(digest)", atomically: true, encoding: .utf8)
            expect(use(String(repeating: "x", count: 20)), is: nil, "\(text.prefix(40))")
            try expect(store.all(at: Self.now).count, is: 1, "\(text.prefix(40))")
        }
        let others = ["notes.txt", "token-", "token-\(digest).new", "link-..", "lock"]
        for name in others {
            try "mine".write(toFile: "\(store.folder)/\(name)", atomically: true, encoding: .utf8)
        }
        try FileManager.default.createDirectory(
            atPath: "\(store.folder)/token-folder", withIntermediateDirectories: false)
        #expect(unsafe mkfifo("\(store.folder)/token-pipe", 0o600) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: "\(store.folder)/token-away", withDestinationPath: "/etc/passwd")
        try expect(store.all(at: Self.now).count, is: 1)
        store.tidy(at: Self.later)
        try store.revoke(store.all(at: Self.now))
        expect(use(secret), is: nil)
        let left = try FileManager.default.contentsOfDirectory(atPath: store.folder)
        for name in others where name != "link-.." { #expect(left.contains(name), "\(name)") }
    }

    @Test func `no secret leads out of the folder`() throws {
        _ = try store.make(Self.token(), asLink: false)
        let secrets = [
            "../../../etc/passwd", String(repeating: "../", count: 20), "", "short",
            String(repeating: "a", count: 129), String(repeating: "\u{0}", count: 16),
        ]
        for secret in secrets {
            expect(use(secret), is: nil)
            #expect(try store.enter(by: secret, at: Self.now) == nil)
        }
    }

    @Test func `without a folder there is no token, and none is made by looking`() throws {
        expect(use(String(repeating: "a", count: 28)), is: nil)
        #expect(try store.enter(by: String(repeating: "a", count: 28), at: Self.now) == nil)
        try expect(store.all(at: Self.now), is: [])
        store.tidy(at: Self.now)
        try store.revoke([])
        try expect(folder.names, is: [])
        _ = try store.make(Self.token(), asLink: false)
        let mode = try FileManager.default.attributesOfItem(atPath: store.folder)
        expect(mode[.posixPermissions] as? Int, is: 0o700)
    }

    @Test func `a link stays good where there is no room for its token`() throws {
        let link = try store.make(Self.token(lasting: 600), asLink: true)
        var before = rlimit()
        #expect(unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &before) == 0)
        var none = before
        none.rlim_cur = 0
        _ = signal(SIGXFSZ, SIG_IGN)
        #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &none) == 0)
        #expect(throws: Errno.tooLarge) { try store.enter(by: link, at: Self.now) }
        #expect(throws: Errno.tooLarge) { try store.make(Self.token(), asLink: false) }
        #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &before) == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: store.folder)
        expect(names.count { $0.hasPrefix("token-") }, is: 0, "nothing half written is left")
        #expect(try store.enter(by: link, at: Self.now) != nil)
    }

    @Test func `there are not more tokens than a folder is looked through for`() throws {
        _ = try store.make(Self.token(), asLink: false)
        for number in 0..<4_096 {
            _ = FileManager.default.createFile(
                atPath: "\(store.folder)/link-\(number)", contents: nil)
        }
        #expect(throws: Errno.tooManyLinks) { try store.make(Self.token(), asLink: false) }
        store.tidy(at: Self.now)
        #expect(try !store.make(Self.token(), asLink: false).isEmpty)
    }

    @Test func `names of any kind are kept as they are`() throws {
        let names = ["", "Mara's \"tablet\"", "<script>", "\u{202E}live", "日本", "a\nb"]
        for name in names { _ = try store.make(Self.token(name), asLink: false) }
        try expect(Set(store.all(at: Self.now).map(\.token.name)), is: Set(names))
    }
}
