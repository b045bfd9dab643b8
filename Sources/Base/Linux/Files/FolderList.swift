internal import CLinux

/// Directory listings.
package enum FolderList {
    /// Returns the names in a folder, unsorted, up to a limit; throws if there is no folder.
    package static func names(in path: String, limit: Int) throws(Errno) -> [String] {
        try unsafe names(in: opendir(path), limit: limit)
    }

    /// Returns the names in an open folder and closes its descriptor.
    static func names(inOpened descriptor: Int32, limit: Int) throws(Errno) -> [String] {
        guard descriptor >= 0 else { throw .current }
        let folder = unsafe fdopendir(descriptor)
        if unsafe folder == nil { close(descriptor) }
        return try unsafe names(in: folder, limit: limit)
    }

    private static func names(
        in folder: OpaquePointer?, limit: Int
    ) throws(Errno) -> [String] {
        guard let folder = unsafe folder else { throw .current }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while names.count < limit, let entry = unsafe readdir(folder) {
            let name = unsafe String(cString: callboard_entry_name(entry))
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
