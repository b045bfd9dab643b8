package import Linux

/// File with the keys of all bonds.
///
/// It is replaced as a whole, has a checksum, and is closed to other users.
package struct KeyMemory: Sendable {
    package static let file = "keys.json"
    /// Maximum size of the file in bytes; larger files are rejected.
    private static let sizeLimit = 1 << 18

    let folder: String

    /// - Parameter folder: the folder; it is created if it is missing.
    package init(in folder: String) {
        self.folder = folder
    }

    /// Path of the file, for messages.
    package var path: String { "\(folder)/\(Self.file)" }

    /// Returns the content of the file; nil if there is no file.
    func read() throws(KeysProblem) -> KeyRing? {
        let bytes: [UInt8]?
        do throws(Errno) {
            bytes = try StateFolder(existing: folder).read(Self.file, upTo: Self.sizeLimit)
        } catch .noEntry {
            return nil
        } catch .tooLarge {
            throw .damaged(path, KeysDamage("it exceeds the maximum size"))
        } catch {
            throw .reading(path, error)
        }
        guard let bytes else { return nil }
        do throws(KeysDamage) {
            return try KeysFile.read(bytes)
        } catch {
            throw .damaged(path, error)
        }
    }

    /// Changes the content of the file under a lock against other processes, and returns it.
    ///
    /// - Parameter ring: initial content if the file is missing.
    func change(
        orElse ring: KeyRing, _ body: (inout KeyRing) -> Void
    ) throws(KeysProblem) -> KeyRing {
        let lock: StateLock
        do throws(Errno) {
            lock = try StateFolder(folder).beginChange()
        } catch {
            throw .writing(path, error)
        }
        defer { withExtendedLifetime(lock) {} }
        let before = try read()
        var after = before ?? ring
        body(&after)
        guard after != before else { return after }
        do throws(Errno) {
            try StateFolder(folder).write(KeysFile.bytes(of: after), to: Self.file)
        } catch {
            throw .writing(path, error)
        }
        return after
    }

    /// Renames an unreadable file, so that phones can pair again, and returns its new path.
    func setAside() throws(KeysProblem) -> String {
        do throws(Errno) {
            let state = try StateFolder(folder)
            let aside = try state.setAside(Self.file)
            try state.remove(Self.file)
            return "\(folder)/\(aside)"
        } catch {
            throw .writing(path, error)
        }
    }
}

/// Error of reading or writing the keys.
package enum KeysProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The content of the file is invalid; the text contains no key.
    case damaged(String, String)
    case reading(String, Errno)
    case writing(String, Errno)

    static func damaged(_ path: String, _ damage: KeysDamage) -> KeysProblem {
        .damaged(path, damage.sentence)
    }

    /// Text of the error, with the path and without a key.
    package var description: String {
        switch self {
        case .damaged(let path, let words): "\(path) is damaged: \(words)"
        case .reading(let path, let error): "\(path) cannot be read: \(error)"
        case .writing(let path, let error): "\(path) cannot be written: \(error)"
        }
    }
}
