/// A small file of the machine.
package enum HostFile: Hashable, Sendable {
    case absent
    case unreadable(Errno)
    case text(String)

    /// What is in the file; nil where it is absent or cannot be read.
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }
}

/// The files of the machine, below a folder that stands for its root.
package struct HostFiles: Sendable {
    /// Bytes of a file that are read; what follows them is not looked at.
    package static let sizeLimit = 256 << 10
    private static let portion = 16 << 10

    /// Put before every path; empty but in tests.
    package var root: String

    /// - Parameter root: put before every path.
    package init(root: String = "") {
        self.root = root
    }

    /// What a file holds.
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

    /// The one line of a file of the kernel's.
    package func line(_ path: String) -> String? {
        read(path).text.map { text in
            String(text.prefix { $0 != "\n" && $0 != "\0" && $0 != "\r\n" })
        }
    }

    /// Whether there is something at a path.
    package func exists(_ path: String) -> Bool {
        FileDescriptor.exists(root + path)
    }

    /// The path of what is at a path, without links; the path itself where nothing is there.
    package func canonicalPath(_ path: String) -> String {
        let found = FileDescriptor.canonicalPath(root + path)
        let start = root.isEmpty ? "" : FileDescriptor.canonicalPath(root)
        return found.hasPrefix(start) ? String(found.dropFirst(start.count)) : path
    }

    /// Whose something is, and who may use it, seen without opening it.
    package func look(_ path: String) -> FileInspection? {
        FileInspection(at: root + path)
    }

    /// The group of something.
    package func group(of path: String) -> UserGroup? {
        UserGroup.ofFile(at: root + path)
    }
}
