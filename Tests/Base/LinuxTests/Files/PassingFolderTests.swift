import Expecting
import Foundation
import Linux
import Testing

/// Folders that go with their process.
final class PassingFolderTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "p-\(UUID())").path

    init() throws {
        try FileManager.default.createDirectory(
            atPath: root, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root).sorted()
    }

    private func fill(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path + "/a/b", withIntermediateDirectories: true)
        try Data("x".utf8).write(to: URL(filePath: path + "/a/b/c"))
        try FileManager.default.createSymbolicLink(
            atPath: path + "/a/link", withDestinationPath: root + "/other")
    }

    @Test func `it is made for its owner alone, and removed with all that is in it`() throws {
        let folder = try PassingFolder(root + "/one")
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions]
        expect(mode as? Int, is: 0o700)
        try fill(folder.path)
        try fill(root + "/other")
        try folder.remove()
        try expect(names(), is: ["other"])
        // A link goes, and not what it leads to.
        #expect(FileManager.default.fileExists(atPath: root + "/other/a/b/c"))
    }

    @Test func `there must be nothing at its path`() throws {
        try Data().write(to: URL(filePath: root + "/one"))
        #expect(throws: Errno.exists) { _ = try PassingFolder(root + "/one") }
        #expect(throws: Errno.noEntry) { _ = try PassingFolder(root + "/none/one") }
    }

    @Test func `those whose process is gone are cleared away, and no others`() throws {
        let held = try PassingFolder(root + "/demo-held")
        for name in ["demo-left", "demo-left-too", "other"] { try fill("\(root)/\(name)") }
        try Data().write(to: URL(filePath: root + "/demo-file"))
        try FileManager.default.createSymbolicLink(
            atPath: root + "/demo-link", withDestinationPath: root + "/other")
        expect(PassingFolder.removeAbandoned(in: root, prefix: "demo-"), is: 2)
        try expect(names(), is: ["demo-file", "demo-held", "demo-link", "other"])
        #expect(FileManager.default.fileExists(atPath: root + "/other/a/b/c"))
        try held.remove()
        expect(PassingFolder.removeAbandoned(in: root + "/none", prefix: "demo-"), is: 0)
    }
}
