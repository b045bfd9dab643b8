import Expecting
import Foundation
import Linux
import Testing

struct FolderListTests {
    @Test func `a folder is told by name, up to a limit`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "callboard-list-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try expect(FolderList.names(in: folder.path, limit: 9), is: [])
        for name in ["a", ".b", "ü c"] {
            try Data().write(to: folder.appending(path: name))
        }
        expect(Set(try FolderList.names(in: folder.path, limit: 9)), is: ["a", ".b", "ü c"])
        try expect(FolderList.names(in: folder.path, limit: 2).count, is: 2)
        #expect(throws: Errno.notAFolder) {
            try FolderList.names(in: folder.path + "/a", limit: 9)
        }
        #expect(throws: Errno.noEntry) { try FolderList.names(in: folder.path + "/x", limit: 9) }
    }
}
