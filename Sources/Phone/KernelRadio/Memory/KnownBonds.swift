import Linux
import Radio

/// Bonds of this host in the file of keys, which is written whenever they change.
@LoopActor
final class KnownBonds: FileFollower {
    private let memory: KeyMemory
    private weak let owner: (any KernelOwner)?
    private lazy var file = FollowedFile(for: self, .empty())
    /// Names of removed bonds that could not be removed from the file.
    private var forgotten: Set<String> = []

    init(_ memory: KeyMemory, for owner: any KernelOwner) {
        self.memory = memory
        self.owner = owner
    }

    /// Keys of all valid bonds.
    private(set) var ring: KeyRing {
        get { file.content ?? .empty() }
        set { file.content = newValue }
    }

    /// Reads the file, and follows changes from now on.
    func start() {
        file.start(in: memory.folder)
    }

    /// Stops following changes.
    func stop() {
        file.stop()
    }

    /// Stores a bond in the file, and then in `ring`.
    ///
    /// A damaged file is renamed and replaced.
    func add(_ bond: Bond) throws(KeysProblem) {
        do throws(KeysProblem) {
            try change { $0.add(bond) }
        } catch .damaged {
            let aside = try memory.setAside()
            file.wasReplaced()
            owner?.advise(
                "the damaged file of keys was renamed to \(aside); the new file contains the keys of "
                    + "the new phone, and those known so far")
            try change { $0.add(bond) }
        }
    }

    /// Removes all bonds with this name.
    func remove(named name: String) throws(KeysProblem) {
        guard ring.bonds.contains(where: { $0.name == name }) else { return }
        _ = ring.remove(named: name)
        forgotten.insert(name)
        try change { _ in }
    }

    private func change(_ body: (inout KeyRing) -> Void) throws(KeysProblem) {
        let names = forgotten
        ring = try memory.change(orElse: ring) { ring in
            ring.remove(all: names)
            body(&ring)
        }
        forgotten = []
    }

    func hasTrouble(_ problem: KeysProblem, _ ring: KeyRing?) {
        let meanwhile =
            ring?.bonds.isEmpty == false
            ? "the keys known so far stay in use" : "no phone can reconnect"
        owner?.advise(
            "\(problem); until it is fixed, or deleted and phones pair again, \(meanwhile)")
    }

    func hasChanged() { owner?.bondsChanged() }

    func read() throws(KeysProblem) -> KeyRing {
        var found = try memory.read() ?? KeyRing(hostKey: ring.hostKey)
        found.remove(all: forgotten)
        return found
    }
}
