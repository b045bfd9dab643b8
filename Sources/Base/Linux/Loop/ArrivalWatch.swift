/// Hears when something appears at a path, however many of its folders are not there yet.
@LoopActor
package final class ArrivalWatch {
    private let path: String
    private let arrived: @LoopActor () -> Void
    private var folder: FolderWatch?

    /// - Parameter arrived: called once, when there is something; never from within here.
    /// - Throws: where there is something already, or the kernel cannot tell.
    package init(_ path: String, arrived: @escaping @LoopActor () -> Void) throws(Errno) {
        self.path = path
        self.arrived = arrived
        try follow()
        // It may have come while that was arranged.
        guard !FileDescriptor.exists(path) else { throw .exists }
    }

    private func follow() throws(Errno) {
        var nearest = Self.nearestFolder(of: path)
        while true {
            let followed = nearest
            folder = try FolderWatch(followed, for: .arrivals) { [weak self] in
                self?.look(followed)
            }
            // A nearer one may have come while that was arranged.
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
            // Whoever asks again is told more.
            tell()
        }
    }

    private func tell() {
        folder?.stop()
        folder = nil
        arrived()
    }

    /// The folder nearest to a path that is there; of a link whose end is missing, nearest to that.
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
