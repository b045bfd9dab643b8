import Bluetooth
import Linux
import PhoneMemory

/// The bonds of this host, as the file of keys has them; it is written whenever they change.
@LoopActor
final class KnownBonds {
    private let memory: KeyMemory
    private let advise: @LoopActor (String) -> Void
    private let changed: @LoopActor () -> Void
    private lazy var file = FollowedFile(KeyRing.empty()) { [weak self] () throws(KeysProblem) in
        try self?.read() ?? .empty()
    } trouble: { [advise] problem, ring in
        let meanwhile =
            ring?.bonds.isEmpty == false
            ? "the keys known so far stay in use" : "no phone can come back"
        advise("\(problem); until it is mended, or taken away and phones pair anew, \(meanwhile)")
    } changed: { [changed] in
        changed()
    }
    /// Names of bonds that could not be taken out of the file, and hold no longer all the same.
    private var forgotten: Set<String> = []

    /// - Parameters:
    ///   - advise: takes what a person should know.
    ///   - changed: called when another process has changed the bonds.
    init(
        _ memory: KeyMemory, advise: @escaping @LoopActor (String) -> Void,
        changed: @escaping @LoopActor () -> Void
    ) {
        self.memory = memory
        self.advise = advise
        self.changed = changed
    }

    /// The keys of all bonds that hold.
    private(set) var ring: KeyRing {
        get { file.content ?? .empty() }
        set { file.content = newValue }
    }

    /// Reads the file, and follows it from now on.
    func start() {
        file.start { memory.watch($0) }
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
            advise("the damaged file of keys is \(aside) now, and the new one has the new phone")
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

    private func read() throws(KeysProblem) -> KeyRing {
        var found = try memory.read() ?? KeyRing(hostKey: ring.hostKey)
        found.remove(all: forgotten)
        return found
    }
}
