package import Linux
package import Radio

/// Bonds in the file of keys; a running bridge detects changes of the file.
@LoopActor
package final class KernelBondStore: BondStore {
    private let memory: KeyMemory
    private let adapter: AdapterChoice

    /// - Parameter adapter: the adapter whose bonds may be removed: any, or the one with an
    ///   address. For an adapter given by name, no bond is removed, because the file contains only
    ///   addresses.
    package init(adapter: AdapterChoice = .any, folder: String) {
        memory = KeyMemory(in: folder)
        self.adapter = adapter
    }

    /// Returns which of these phones have keys in the file.
    package func look(at phones: [PairedPhone]) async -> [BondStatus] {
        do throws(KeysProblem) {
            let names = Set(try memory.read()?.bonds.map(\.name) ?? [])
            return phones.map { BondStatus(phone: $0, isBonded: names.contains($0.address)) }
        } catch {
            return phones.map { BondStatus(phone: $0, isBonded: nil, doubt: "\(error)") }
        }
    }

    /// Removes a phone's keys from the file.
    package func removeBond(
        of address: String, after allow: @LoopActor () -> Bool
    ) async -> BondRemoval {
        let bonds = ((try? memory.read())?.bonds ?? []).filter { $0.name == address }
        guard bonds.isEmpty || bonds.contains(where: isMeant) else {
            return .elsewhere(bonds.map(\.adapter.description))
        }
        guard allow() else { return .kept("nothing was changed") }
        do throws(KeysProblem) {
            // Removal alone does not create the file.
            if try memory.read() != nil {
                _ = try memory.change(orElse: .empty()) { ring in
                    ring.remove { $0.name == address && isMeant($0) }
                }
            }
            return .gone
        } catch {
            return .kept("its keys are kept: \(error)")
        }
    }

    private func isMeant(_ bond: Bond) -> Bool {
        switch adapter {
        case .any: true
        case .at(let address): bond.adapter.description == address
        case .named: false
        }
    }
}
