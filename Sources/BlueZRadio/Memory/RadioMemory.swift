package import Linux

/// What the radio must not forget: which phones were paired here, and how an adapter was set before.
package struct RadioMemory: Sendable {
    /// A phone that was paired in a window of ours.
    package struct Phone: Hashable, Sendable {
        /// The address that its bond is about, in upper case.
        package var address: String
        package var name: String

        package init(address: String, name: String) {
            self.address = address
            self.name = name
        }
    }

    /// How an adapter was set before it was closed to pairing.
    struct Before: Hashable, Sendable {
        /// The adapter's address.
        var adapter: String
        var isPairable: Bool
    }

    private static let phonesFile = "phones.json"
    private static let beforeFile = "adapter.json"
    /// A file of ours that is larger is none.
    private static let sizeLimit = 1 << 20
    /// Adapters that are to be set back at some time; past that the oldest is forgotten.
    private static let notedAdapters = 16

    private let path: String

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
    package func phones() throws(MemoryError) -> [Phone] {
        try read(Self.phonesFile, PhonesFile.read) ?? []
    }

    /// Adds a phone, or changes what is known of it.
    package func remember(_ phone: Phone) throws(MemoryError) {
        let others = try phones().filter { $0.address != phone.address }
        try write(PhonesFile.bytes(of: others + [phone]), to: Self.phonesFile)
    }

    /// Takes a phone out.
    package func forget(_ address: String) throws(MemoryError) {
        let others = try phones().filter { $0.address != address }
        try write(PhonesFile.bytes(of: others), to: Self.phonesFile)
    }

    /// How adapters were set before they were closed to pairing, where they still are.
    func before() throws(MemoryError) -> [Before] {
        try read(Self.beforeFile, AdapterFile.read) ?? []
    }

    /// Keeps how an adapter is set; what was noted earlier of the same one holds still.
    func keep(_ before: Before) throws(MemoryError) {
        // A file that cannot be read helps nobody.
        let others = (try? self.before()) ?? []
        guard !others.contains(where: { $0.adapter == before.adapter }) else { return }
        // The oldest give way: nobody has so many adapters.
        let kept = others.suffix(Self.notedAdapters - 1) + [before]
        try write(AdapterFile.bytes(of: Array(kept)), to: Self.beforeFile)
    }

    /// An adapter with this address is set as it was before.
    func wasRestored(_ adapter: String) throws(MemoryError) {
        let others = try before().filter { $0.adapter != adapter }
        guard others.isEmpty else {
            return try write(AdapterFile.bytes(of: others), to: Self.beforeFile)
        }
        do throws(Errno) {
            try StateFolder(path).remove(Self.beforeFile)
        } catch {
            throw .writing("\(path)/\(Self.beforeFile)", error)
        }
    }

    private func read<Content>(
        _ name: String, _ parse: ([UInt8], String) throws(MemoryError) -> Content
    ) throws(MemoryError) -> Content? {
        let bytes: [UInt8]?
        do throws(Errno) {
            bytes = try StateFolder(path).read(name, upTo: Self.sizeLimit)
        } catch {
            throw .reading("\(path)/\(name)", error)
        }
        guard let bytes else { return nil }
        return try parse(bytes, "\(path)/\(name)")
    }

    private func write(_ bytes: [UInt8], to name: String) throws(MemoryError) {
        do throws(Errno) {
            try StateFolder(path).write(bytes, to: name)
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

    package var description: String {
        switch self {
        case .folder(let path, let error): "the folder \(path) cannot be used: \(error)"
        case .reading(let file, let error): "\(file) cannot be read: \(error)"
        case .writing(let file, let error): "\(file) cannot be written: \(error)"
        case .content(let sentence): sentence
        }
    }
}
