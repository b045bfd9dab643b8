internal import CLinux

/// What is in a folder.
package enum FolderList {
    /// The names in the folder at a path, in no order, up to a limit; throws where there is none.
    package static func names(in path: String, limit: Int) throws(Errno) -> [String] {
        guard let folder = unsafe opendir(path) else { throw .current }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while names.count < limit, let entry = unsafe readdir(folder) {
            let name = unsafe String(cString: callboard_entry_name(entry))
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
