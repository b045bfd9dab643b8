import Foundation
import ServingSupport

/// A file system of a few megabytes, which goes with this object; only root can have one.
final class SmallDisk {
    let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "disk-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try TestProgram.run([
            "/bin/mount", "-t", "tmpfs", "-o", "size=4m,mode=0700,uid=nobody,gid=nogroup", "tmpfs",
            folder,
        ])
    }

    deinit {
        try? TestProgram.run(["/bin/umount", "-l", folder])
        try? FileManager.default.removeItem(atPath: folder)
    }
}
