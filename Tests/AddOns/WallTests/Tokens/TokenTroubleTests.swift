import Board
import Expecting
import Foundation
import Linux
import Support
import Testing

@testable import Wall

/// A folder of tokens in which others may write, and names that others made up.
struct TokenTroubleTests {
    private static let now = WallTime(milliseconds: 1_800_000_000_000)

    private let folder: TestFolder
    private let store: TokenStore

    init() throws {
        folder = try TestFolder()
        store = TokenStore(folder: folder.file("tokens"))
    }

    private func make(_ name: String = "tablet") throws -> String {
        try store.make(
            WallToken(name: name, detail: .full, mayAct: true, made: Self.now), asLink: false)
    }

    private func set(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private static let folders: [(mode: Int, isGood: Bool)] = [
        (0o700, true), (0o755, true), (0o750, true), (0o770, false), (0o777, false),
        (0o1777, false), (0o702, false),
    ]

    @Test(arguments: folders.indices)
    func `a folder in which others may write has no tokens`(_ index: Int) throws {
        let (mode, isGood) = Self.folders[index]
        let digest = try #require(TokenStore.digest(of: make()))
        expect(store.trouble == nil, is: true)
        try set(mode, store.folder)
        expect(store.token(digest, at: Self.now) != nil, is: isGood)
        try expect(store.all(at: Self.now).count, is: isGood ? 1 : 0)
        expect(store.trouble == nil, is: isGood)
        if !isGood { #expect(store.trouble?.fix == "sudo chmod go-w \(store.folder)") }
    }

    @Test func `a file to which others may write is no token, and the others are`() throws {
        let digests = try (0..<3).map { _ in try #require(TokenStore.digest(of: make())) }
        try set(0o666, "\(store.folder)/token-\(digests[1])")
        expect(digests.map { store.token($0, at: Self.now) != nil }, is: [true, false, true])
        #expect(store.trouble?.sentence.contains("may write to 1 file in the folder") ?? false)
        try set(0o600, "\(store.folder)/token-\(digests[1])")
        expect(store.trouble == nil, is: true)
        // What is no token of this store may be as it likes.
        try "".write(toFile: "\(store.folder)/notes", atomically: true, encoding: .utf8)
        try set(0o666, "\(store.folder)/notes")
        expect(store.trouble == nil, is: true)
    }

    @Test func `a folder that a link leads to is judged by itself`() throws {
        let digest = try #require(TokenStore.digest(of: make()))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: store.folder)
        let linked = TokenStore(folder: folder.file("link"))
        #expect(linked.token(digest, at: Self.now) != nil && linked.trouble == nil)
    }

    @Test func `a file whose name is no digest is none of the store's`() throws {
        _ = try make()
        let text = try String(
            contentsOfFile: "\(store.folder)/"
                + #require(
                    FileManager.default.contentsOfDirectory(atPath: store.folder)
                        .first { $0.hasPrefix("token-") }), encoding: .utf8)
        for name in [
            "token-\u{1B}[31mevil", "token-" + String(repeating: "A", count: 64),
            "token-" + String(repeating: "a", count: 63),
            "link-\n" + String(repeating: "a", count: 63),
        ] {
            try text.write(toFile: "\(store.folder)/\(name)", atomically: false, encoding: .utf8)
        }
        try expect(store.all(at: Self.now).count, is: 1)
    }
}
