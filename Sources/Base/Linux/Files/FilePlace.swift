internal import CLinux

/// Identity of the file that exists, or would be created, at a path.
package enum FilePlace: Hashable, Sendable {
    /// An existing file, whatever its path.
    case file(device: UInt64, number: UInt64)
    /// A file that could be created in an existing folder.
    case name(String, device: UInt64, folder: UInt64)
    /// A path whose folder does not exist.
    case nowhere(String)

    /// Creates the identity for a path.
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
