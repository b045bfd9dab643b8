package import Linux

/// The keys of all bonds, in a file that is replaced whole, checksummed, and closed to everybody
/// else.
package struct KeyMemory: Sendable {
    /// The name of the file.
    package static let file = "keys.json"
    /// A file of ours that is larger is none.
    private static let sizeLimit = 1 << 18

    let folder: String

    /// - Parameter folder: the folder; it is made where there is none.
    package init(in folder: String) {
        self.folder = folder
    }

    /// The path of the file, for people.
    package var path: String { "\(folder)/\(Self.file)" }

    /// What the file holds; nil where there is none.
    func read() throws(KeysProblem) -> KeyRing? {
        let bytes: [UInt8]?
        do throws(Errno) {
            bytes = try StateFolder(existing: folder).read(Self.file, upTo: Self.sizeLimit)
        } catch .noEntry {
            return nil
        } catch .tooLarge {
            throw .damaged(path, KeysDamage("it is larger than such a file can be"))
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

    /// Changes what the file holds while no other process does, and returns that.
    ///
    /// - Parameter ring: what there is where the file is missing.
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

    /// Gives a file that cannot be read another name, which this returns, so that phones can pair anew.
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

/// Why keys cannot be had or kept.
package enum KeysProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is there, and what it holds is wrong; the words tell no key.
    case damaged(String, String)
    case reading(String, Errno)
    case writing(String, Errno)

    static func damaged(_ path: String, _ damage: KeysDamage) -> KeysProblem {
        .damaged(path, damage.sentence)
    }

    /// What is wrong, with the path and without a key.
    package var description: String {
        switch self {
        case .damaged(let path, let words): "\(path) is damaged: \(words)"
        case .reading(let path, let error): "\(path) cannot be read: \(error)"
        case .writing(let path, let error): "\(path) cannot be written: \(error)"
        }
    }
}
