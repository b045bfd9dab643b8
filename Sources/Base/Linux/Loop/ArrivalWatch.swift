/// Watch for the creation of a path whose parent folders may be missing, too.
@LoopActor
package final class ArrivalWatch {
    private let path: String
    private let arrived: @LoopActor () -> Void
    private var folder: FolderWatch?

    /// - Parameter arrived: called once when the path exists, or when it can no longer be watched;
    ///   never from within the initialiser.
    /// - Throws: `exists` if the path exists already, or the error of the kernel.
    package init(_ path: String, arrived: @escaping @LoopActor () -> Void) throws(Errno) {
        self.path = path
        self.arrived = arrived
        try follow()
        // The path may have appeared during the setup.
        guard !FileDescriptor.exists(path) else { throw .exists }
    }

    private func follow() throws(Errno) {
        var nearest = Self.nearestFolder(of: path)
        while true {
            let followed = nearest
            folder = try FolderWatch(followed, for: .arrivals) { [weak self] in
                self?.look(followed)
            }
            // A nearer folder may have appeared during the setup.
            nearest = Self.nearestFolder(of: path)
            if nearest == followed { return }
        }
    }

    private func look(_ followed: String) {
        if FileDescriptor.exists(path) { return tell() }
        guard folder?.isFollowing == false || Self.nearestFolder(of: path) != followed else {
            return
        }
        do throws(Errno) {
            try follow()
            if FileDescriptor.exists(path) { tell() }
        } catch {
            // The receiver gets the error when it opens the path.
            tell()
        }
    }

    private func tell() {
        folder?.stop()
        folder = nil
        arrived()
    }

    /// Returns the nearest existing folder of a path; for a dangling link, that of its target.
    private static func nearestFolder(of path: String) -> String {
        var folder = FileLink.end(of: path)[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            if folder.isEmpty { break }
            if FileDescriptor.exists(String(folder)) { return String(folder) }
        }
        return "/"
    }
}
