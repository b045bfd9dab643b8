internal import CLinux

/// Identity of a directory entry, without following links.
package struct FileLink: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    private let seconds: Int
    private let nanoseconds: Int

    private static let longestPath = 4096
    /// Longest chain of links that is followed, as in the kernel.
    private static let longestChain = 40

    /// Inspects a path; nil if it does not exist.
    ///
    /// A different entry under the same name is not equal.
    package init?(at path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    }

    /// Returns the final target of the links that begin at a path, whether or not it exists.
    package static func end(of path: String) -> String {
        var path = path
        for _ in 0..<longestChain {
            guard let target = target(of: path) else { break }
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            path = target.hasPrefix("/") ? target : folder + target
        }
        return path
    }

    private static func target(of path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: longestPath)
        let count = unsafe readlink(path, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(ofC: bytes.prefix(count))
    }
}
