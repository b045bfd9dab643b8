package import Linux

/// Folder of persistent state: the phones paired here, and the original settings of adapters.
package struct MemoryFolder: Sendable {
    /// Settings of an adapter before they were changed.
    package struct Before: Hashable, Sendable {
        /// Address of the adapter.
        package var adapter: String
        package var isPairable: Bool
        /// Whether the adapter was powered; nil if that is not changed.
        package var isPowered: Bool?
        /// Whether Classic Bluetooth was enabled; nil if that is not changed.
        package var isClassic: Bool?

        package init(
            adapter: String, isPairable: Bool, isPowered: Bool? = nil, isClassic: Bool? = nil
        ) {
            self.adapter = adapter
            self.isPairable = isPairable
            self.isPowered = isPowered
            self.isClassic = isClassic
        }
    }

    private static let phonesFile = "phones.json"
    private static let beforeFile = "adapter.json"
    /// Maximum size of a file; larger files are rejected.
    private static let sizeLimit = 1 << 20
    /// Maximum number of adapters to restore; the oldest entry is dropped.
    private static let notedAdapters = 16

    package let path: String

    /// - Parameter path: the folder; it is created if it is missing.
    package init(in path: String) {
        self.path = path
    }

    /// Locks the folder for this process; returns nil if another process holds the lock.
    package func lock() throws(MemoryError) -> StateLock? {
        do throws(Errno) {
            return try StateFolder(path).lock()
        } catch {
            throw .folder(path, error)
        }
    }

    /// Returns the allowed phones.
    package func phones() throws(MemoryError) -> [PairedPhone] {
        try read(Self.phonesFile, PhonesFile.read) ?? []
    }

    /// Adds or updates a phone.
    package func remember(_ phone: PairedPhone) throws(MemoryError) {
        try changePhones { phones in phones.filter { $0.address != phone.address } + [phone] }
    }

    /// Removes a phone.
    package func forget(_ address: String) throws(MemoryError) {
        try changePhones { phones in phones.filter { $0.address != address } }
    }

    /// Replaces an unreadable list of phones, and returns the path under which its bytes were kept.
    package func replacePhones(with phones: [PairedPhone]) throws(MemoryError) -> String {
        try inFolder(for: Self.phonesFile) { folder throws(Errno) in
            let aside = try folder.setAside(Self.phonesFile)
            try folder.write(PhonesFile.bytes(of: phones), to: Self.phonesFile)
            return "\(path)/\(aside)"
        }
    }

    /// Returns the original settings of adapters that are still changed.
    package func before() throws(MemoryError) -> [Before] {
        try read(Self.beforeFile, AdapterFile.read) ?? []
    }

    /// Stores the original settings of an adapter; an earlier entry for the same adapter is kept.
    package func keep(_ before: Before) throws(MemoryError) {
        // A file that cannot be read is replaced.
        let others = (try? self.before()) ?? []
        guard !others.contains(where: { $0.adapter == before.adapter }) else { return }
        // The oldest entries are dropped: a real host does not have so many adapters.
        let kept = others.suffix(Self.notedAdapters - 1) + [before]
        try write(AdapterFile.bytes(of: Array(kept)), to: Self.beforeFile)
    }

    /// Removes the entry of an adapter whose settings were restored.
    package func wasRestored(_ adapter: String) throws(MemoryError) {
        let others = try before().filter { $0.adapter != adapter }
        guard others.isEmpty else {
            return try write(AdapterFile.bytes(of: others), to: Self.beforeFile)
        }
        try inFolder(for: Self.beforeFile) { folder throws(Errno) in
            try folder.remove(Self.beforeFile)
        }
    }

    /// Changes the list of phones, while a lock keeps other processes from changing it.
    private func changePhones(_ change: ([PairedPhone]) -> [PairedPhone]) throws(MemoryError) {
        let lock: StateLock
        do throws(Errno) {
            lock = try StateFolder(path).beginChange()
        } catch {
            throw .writing("\(path)/\(Self.phonesFile)", error)
        }
        defer { withExtendedLifetime(lock) {} }
        try write(PhonesFile.bytes(of: change(try phones())), to: Self.phonesFile)
    }

    private func read<Content>(
        _ name: String, _ parse: ([UInt8], String) throws(MemoryError) -> Content
    ) throws(MemoryError) -> Content? {
        let bytes: [UInt8]?
        do throws(Errno) {
            // Reading alone does not create the folder.
            bytes = try StateFolder(existing: path).read(name, upTo: Self.sizeLimit)
        } catch .noEntry {
            return nil
        } catch {
            throw .reading("\(path)/\(name)", error)
        }
        guard let bytes else { return nil }
        return try parse(bytes, "\(path)/\(name)")
    }

    private func write(_ bytes: [UInt8], to name: String) throws(MemoryError) {
        try inFolder(for: name) { folder throws(Errno) in try folder.write(bytes, to: name) }
    }

    /// Changes a file, and adds its path to errors.
    private func inFolder<Result>(
        for name: String, _ body: (borrowing StateFolder) throws(Errno) -> Result
    ) throws(MemoryError) -> Result {
        do throws(Errno) {
            return try body(StateFolder(path))
        } catch {
            throw .writing("\(path)/\(name)", error)
        }
    }
}

/// Error of reading or writing the memory folder.
package enum MemoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder cannot be created or opened.
    case folder(String, Errno)
    case reading(String, Errno)
    case writing(String, Errno)
    /// The content of a file is invalid; the text names the line and the field.
    case content(String)

    /// Whether the file exists but its content is invalid.
    package var isAboutContent: Bool {
        switch self {
        case .content, .reading(_, .tooLarge): true
        case .folder, .reading, .writing: false
        }
    }

    /// Text of the error, with the path.
    package var description: String {
        switch self {
        case .folder(let path, let error): "the folder \(path) cannot be used: \(error)"
        case .reading(let file, let error): "\(file) cannot be read: \(error)"
        case .writing(let file, let error): "\(file) cannot be written: \(error)"
        case .content(let sentence): sentence
        }
    }
}
