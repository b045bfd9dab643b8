package import Linux

/// What the radio must not forget: which phones were paired here, and how an adapter was set before.
package struct MemoryFolder: Sendable {
    /// How an adapter was set before anything was changed about it.
    package struct Before: Hashable, Sendable {
        /// The adapter's address.
        package var adapter: String
        /// Whether phones could pair with it.
        package var isPairable: Bool
        /// Whether it was switched on; nil where that is not changed.
        package var isPowered: Bool?
        /// Whether it spoke Classic Bluetooth; nil where that is not changed.
        package var isClassic: Bool?

        /// How this adapter was set.
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
    /// A file of ours that is larger is none.
    private static let sizeLimit = 1 << 20
    /// Adapters that are to be set back at some time; past that the oldest is forgotten.
    private static let notedAdapters = 16

    /// Where it is.
    package let path: String

    /// - Parameter path: the folder; it is made where there is none.
    package init(in path: String) {
        self.path = path
    }

    /// Takes the memory for this process alone; nil where another process has it.
    package func lock() throws(MemoryError) -> StateLock? {
        do throws(Errno) {
            return try StateFolder(path).lock()
        } catch {
            throw .folder(path, error)
        }
    }

    /// The phones that may be listened to.
    package func phones() throws(MemoryError) -> [PairedPhone] {
        try read(Self.phonesFile, PhonesFile.read) ?? []
    }

    /// Adds a phone, or changes what is known of it.
    package func remember(_ phone: PairedPhone) throws(MemoryError) {
        try changePhones { phones in phones.filter { $0.address != phone.address } + [phone] }
    }

    /// Takes a phone out.
    package func forget(_ address: String) throws(MemoryError) {
        try changePhones { phones in phones.filter { $0.address != address } }
    }

    /// Writes a list of phones in the place of one that cannot be read, which keeps its bytes under
    /// the name that this returns.
    package func replacePhones(with phones: [PairedPhone]) throws(MemoryError) -> String {
        try inFolder(for: Self.phonesFile) { folder throws(Errno) in
            let aside = try folder.setAside(Self.phonesFile)
            try folder.write(PhonesFile.bytes(of: phones), to: Self.phonesFile)
            return "\(path)/\(aside)"
        }
    }

    /// How adapters were set before they were changed, where they still are.
    package func before() throws(MemoryError) -> [Before] {
        try read(Self.beforeFile, AdapterFile.read) ?? []
    }

    /// Keeps how an adapter is set; what was noted earlier of the same one holds still.
    package func keep(_ before: Before) throws(MemoryError) {
        // A file that cannot be read helps nobody.
        let others = (try? self.before()) ?? []
        guard !others.contains(where: { $0.adapter == before.adapter }) else { return }
        // The oldest give way: nobody has so many adapters.
        let kept = others.suffix(Self.notedAdapters - 1) + [before]
        try write(AdapterFile.bytes(of: Array(kept)), to: Self.beforeFile)
    }

    /// An adapter with this address is set as it was before.
    package func wasRestored(_ adapter: String) throws(MemoryError) {
        let others = try before().filter { $0.adapter != adapter }
        guard others.isEmpty else {
            return try write(AdapterFile.bytes(of: others), to: Self.beforeFile)
        }
        try inFolder(for: Self.beforeFile) { folder throws(Errno) in
            try folder.remove(Self.beforeFile)
        }
    }

    /// Changes the list while no other process does.
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
            // Who only looks makes no folder.
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

    /// Changes a file, and names it where that fails.
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

/// Why something cannot be remembered, or remembered no more.
package enum MemoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder cannot be made or opened.
    case folder(String, Errno)
    /// A file cannot be read.
    case reading(String, Errno)
    /// A file cannot be written.
    case writing(String, Errno)
    /// A file does not hold what it should; the sentence names the line and the field.
    case content(String)

    /// Whether the file is there, and what it holds is wrong.
    package var isAboutContent: Bool {
        switch self {
        case .content, .reading(_, .tooLarge): true
        case .folder, .reading, .writing: false
        }
    }

    /// What cannot be done, with the path.
    package var description: String {
        switch self {
        case .folder(let path, let error): "the folder \(path) cannot be used: \(error)"
        case .reading(let file, let error): "\(file) cannot be read: \(error)"
        case .writing(let file, let error): "\(file) cannot be written: \(error)"
        case .content(let sentence): sentence
        }
    }
}
