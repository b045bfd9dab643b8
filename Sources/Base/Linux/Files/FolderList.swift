internal import CLinux

/// What is in a folder.
package enum FolderList {
    /// The names in the folder at a path, in no order, up to a limit; throws where there is none.
    package static func names(in path: String, limit: Int) throws(Errno) -> [String] {
        try unsafe names(in: opendir(path), limit: limit)
    }

    /// The names in an open folder, whose descriptor is closed afterwards.
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
