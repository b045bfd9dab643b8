import Linux
import Radio

/// The bonds of this host, as the file of keys has them; it is written whenever they change.
@LoopActor
final class KnownBonds: FileFollower {
    private let memory: KeyMemory
    private weak let owner: (any KernelOwner)?
    private lazy var file = FollowedFile(for: self, .empty())
    /// Names of bonds that could not be taken out of the file, and hold no longer all the same.
    private var forgotten: Set<String> = []

    init(_ memory: KeyMemory, for owner: any KernelOwner) {
        self.memory = memory
        self.owner = owner
    }

    /// The keys of all bonds that hold.
    private(set) var ring: KeyRing {
        get { file.content ?? .empty() }
        set { file.content = newValue }
    }

    /// Reads the file, and follows it from now on.
    func start() {
        file.start(in: memory.folder)
    }

    /// Follows the file no more.
    func stop() {
        file.stop()
    }

    /// Keeps a bond, in the file before anywhere else; a damaged file gives way to it, and keeps its
    /// bytes under another name.
    func add(_ bond: Bond) throws(KeysProblem) {
        do throws(KeysProblem) {
            try change { $0.add(bond) }
        } catch .damaged {
            let aside = try memory.setAside()
            file.wasReplaced()
            owner?.advise(
                "the damaged file of keys is \(aside) now, and the new one has the new phone")
            try change { $0.add(bond) }
        }
    }

    /// Forgets every bond with a name.
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
            ? "the keys known so far stay in use" : "no phone can come back"
        owner?.advise(
            "\(problem); until it is mended, or taken away and phones pair anew, \(meanwhile)")
    }

    func hasChanged() { owner?.bondsChanged() }

    func read() throws(KeysProblem) -> KeyRing {
        var found = try memory.read() ?? KeyRing(hostKey: ring.hostKey)
        found.remove(all: forgotten)
        return found
    }
}
