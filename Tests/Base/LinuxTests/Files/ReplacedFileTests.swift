import Expecting
import Foundation
import Linux
import Testing

/// A file that is replaced whole, in a folder that is gone with the test.
final class ReplacedFileTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "replaced-\(UUID())").path

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    @Test func `a file is replaced whole, with its mode, and nothing is left beside it`() throws {
        let path = folder + "/day.png"
        for (mode, bytes) in [(0o600, [1, 2, 3]), (0o644, [4])] as [(UInt32, [UInt8])] {
            try ReplacedFile(path, mode: mode).write(bytes)
            try expect(Array(Data(contentsOf: URL(filePath: path))), is: bytes)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.uint32Value == mode)
        }
        expect(names, is: ["day.png"])
    }

    @Test func `what a killed program left is gone with the next picture`() throws {
        try ReplacedFile(folder + "/.day.png.new", mode: 0o600).write([9, 9])
        try ReplacedFile(folder + "/day.png", mode: 0o600).write([1])
        expect(names, is: ["day.png"])
    }

    @Test func `a link stays a link`() throws {
        try ReplacedFile(folder + "/real", mode: 0o600).write([1])
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/link", withDestinationPath: folder + "/real")
        try ReplacedFile(folder + "/link", mode: 0o600).write([2])
        expect(names, is: ["link", "real"])
        try expect(Array(Data(contentsOf: URL(filePath: folder + "/real"))), is: [2])
    }

    @Test func `what keeps it from being written is seen without writing or waiting`() throws {
        expect(ReplacedFile(folder + "/day.png", mode: 0o600).obstacle, is: nil)
        expect(ReplacedFile("day.png", mode: 0o600).obstacle, is: nil, "in this folder")
        try ReplacedFile(folder + "/day.png", mode: 0o600).write([1])
        expect(ReplacedFile(folder + "/day.png", mode: 0o600).obstacle, is: nil, "is there")
        unsafe expect(mkfifo(folder + "/pipe", 0o600), is: 0)
        for path in [folder + "/pipe", folder, folder + "/", "/dev/null", ""] {
            expect(ReplacedFile(path, mode: 0o600).obstacle, is: .notRegular, "\(path)")
        }
        for (path, lacking) in [
            (folder + "/none/a", folder + "/none"), (folder + "/day.png/a", folder + "/day.png"),
            (folder + "/new/", folder + "/new"),
        ] {
            expect(ReplacedFile(path, mode: 0o600).obstacle, is: .noFolder(lacking), "\(path)")
        }
        // Nobody may make a file there, not even root.
        expect(
            ReplacedFile("/proc/sys/report", mode: 0o600).obstacle,
            is: .closedFolder("/proc/sys", .accessDenied))
        expect(names, is: ["day.png", "pipe"])
    }

    @Test func `a device is not replaced, and a full disk leaves the old picture`() throws {
        #expect(throws: Errno.notAFile) { try ReplacedFile("/dev/null", mode: 0o600).write([1]) }
        #expect(FileManager.default.fileExists(atPath: "/dev/null"))
        #expect(throws: Errno.notAFile) { try ReplacedFile(folder, mode: 0o600).write([1]) }
        #expect(throws: Errno.noEntry) {
            try ReplacedFile(folder + "/none/a", mode: 0o600).write([1])
        }
        #expect(names.isEmpty)
    }
}
