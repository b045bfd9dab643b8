import Bluetooth
package import Linux
package import Radio

/// The bonds as the file of keys has them: a running bridge sees what changes there.
@LoopActor
package final class KernelBonds: BondKeeper {
    private let memory: KeyMemory

    package init(folder: String) {
        memory = KeyMemory(in: folder)
    }

    package func look(
        at phones: [PairedPhone], _ done: @escaping @LoopActor ([BondStatus]) -> Void
    ) {
        let names: Set<String>?
        do throws(KeysProblem) {
            names = Set(try memory.read()?.bonds.map(\.name) ?? [])
        } catch {
            names = nil
        }
        done(phones.map { BondStatus(phone: $0, isBonded: names?.contains($0.address)) })
    }

    package func removeBond(
        of address: String, after allow: @escaping @LoopActor () -> Bool,
        _ done: @escaping @LoopActor (BondRemoval) -> Void
    ) {
        guard allow() else { return done(.kept("nothing was changed")) }
        do throws(KeysProblem) {
            // Who only forgets makes no file.
            if try memory.read() != nil {
                _ = try memory.change(orElse: .empty()) { _ = $0.remove(named: address) }
            }
            done(.gone)
        } catch {
            done(.kept("its keys are kept: \(error)"))
        }
    }
}
