import Bluetooth
import Linux

/// The bonds of this host, kept in mind, and written whenever they change.
@LoopActor
final class KnownBonds {
    private let memory: KeyMemory
    private let advise: @LoopActor (String) -> Void
    private let changed: @LoopActor () -> Void
    private var watch: FolderWatch?
    private(set) var ring = KeyRing.empty()
    /// What is wrong with the file, once that was told.
    private var problem: KeysProblem?
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

    /// Reads the file, and follows it from now on.
    func start() {
        watch = memory.watch { [weak self] in
            guard let self, read() else { return }
            changed()
        }
        _ = read()
    }

    /// Follows the file no more.
    func stop() {
        watch?.stop()
        watch = nil
    }

    /// Keeps a bond, in the file before anywhere else; a damaged file gives way to it, and keeps its
    /// bytes under another name.
    func add(_ bond: Bond) throws(KeysProblem) {
        do throws(KeysProblem) {
            try change { $0.add(bond) }
        } catch .damaged {
            let aside = try memory.setAside()
            problem = nil
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

    /// Reads the file and says whether it has become another one.
    private func read() -> Bool {
        do throws(KeysProblem) {
            var found = try memory.read() ?? KeyRing(hostKey: ring.hostKey)
            found.remove(all: forgotten)
            problem = nil
            defer { ring = found }
            return ring != found
        } catch {
            guard problem != error else { return false }
            problem = error
            let meanwhile =
                ring.bonds.isEmpty ? "no phone can come back" : "the keys known so far stay in use"
            advise(
                "\(error); until it is mended, or taken away and phones pair anew, \(meanwhile)")
            return false
        }
    }
}
