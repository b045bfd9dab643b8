internal import CLinux

/// Which file is, or would be, at a path, however that is written.
package enum FilePlace: Hashable, Sendable {
    /// One that is there, whichever of its names leads to it.
    case file(device: UInt64, number: UInt64)
    /// One that could be made in a folder that is there.
    case name(String, device: UInt64, folder: UInt64)
    /// Not even the folder is there.
    case nowhere(String)

    /// The place of a path.
    package init(_ path: String) {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            self = .file(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
            return
        }
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        if unsafe stat(folder, &status) == 0 {
            self = .name(name, device: UInt64(status.st_dev), folder: UInt64(status.st_ino))
        } else {
            self = .nowhere(path)
        }
    }
}
