/// A small file of the host.
package enum HostFile: Hashable, Sendable {
    case absent
    case unreadable(Errno)
    case text(String)

    /// The content; nil if the file is absent or cannot be read.
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }
}

/// Access to the files of the host, below a configurable root.
package struct HostFiles: Sendable {
    /// Maximum number of bytes read; the rest is ignored.
    package static let sizeLimit = 256 << 10
    private static let portion = 16 << 10

    /// Prefix of every path; empty except in tests.
    package var root: String

    /// - Parameter root: prefix of every path.
    package init(root: String = "") {
        self.root = root
    }

    /// Reads a file.
    package func read(_ path: String) -> HostFile {
        do throws(Errno) {
            let file = try FileDescriptor.open(readingFrom: root + path)
            var bytes: [UInt8] = []
            while bytes.count < Self.sizeLimit {
                let part = try file.read(upTo: Self.portion)
                if part.isEmpty { break }
                bytes += part
            }
            return .text(String(decoding: bytes, as: UTF8.self))
        } catch .noEntry {
            return .absent
        } catch .notAFolder {
            return .absent
        } catch {
            return .unreadable(error)
        }
    }

    /// Returns the first line of a file, without its end; nil if the file cannot be read.
    package func line(_ path: String) -> String? {
        read(path).text.map { text in
            String(text.prefix { $0 != "\n" && $0 != "\0" && $0 != "\r\n" })
        }
    }

    /// Returns whether the path exists.
    package func exists(_ path: String) -> Bool {
        FileDescriptor.exists(root + path)
    }

    /// Returns the path with links resolved; the path itself if nothing exists there.
    package func canonicalPath(_ path: String) -> String {
        let found = FileDescriptor.canonicalPath(root + path)
        let start = root.isEmpty ? "" : FileDescriptor.canonicalPath(root)
        return found.hasPrefix(start) ? String(found.dropFirst(start.count)) : path
    }

    /// Returns owner and permissions, read without opening the file; nil if there is none.
    package func look(_ path: String) -> FileInspection? {
        FileInspection(at: root + path)
    }

    /// Returns the group of a file; nil if the file is not visible or its group has no name.
    package func group(of path: String) -> UserGroup? {
        UserGroup.ofFile(at: root + path)
    }
}
