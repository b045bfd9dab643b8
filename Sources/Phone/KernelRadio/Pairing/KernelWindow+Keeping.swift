import Linux
import Radio

extension KernelWindow {
    /// What is wrong where a phone may say of itself to be another one.
    ///
    /// Nobody but the phone itself can pretend to be it with an address that the kernel recognises, or
    /// with the key for that; a person who was asked about a stranger has let no known phone in.
    func claim(of outcome: PairedKeys.Outcome) -> String? {
        let bond = outcome.bond
        guard outcome.former != bond.peer,
            let known = parts.bonds.ring.bond(of: bond.peer, on: bond.adapter),
            known.identityKey == nil || known.identityKey != bond.identityKey
        else { return nil }
        return
            "it says that it is \(owner?.name(of: bond.peer) ?? bond.name), which is paired already "
            + "and has other keys; where that is so, callboard forget it first"
    }

    /// Keeps keys and phone; the words say what is wrong where that cannot be.
    func keep(_ bond: Bond, _ phone: PairedPhone) -> String? {
        guard parts.bonds.ring.hasRoom(for: bond.peer, on: bond.adapter) else {
            return "\(KeyRing.limit) phones are paired already; callboard forget one of them"
        }
        let earlier = parts.bonds.ring.bond(of: bond.peer, on: bond.adapter)
        do throws(KeysProblem) {
            try parts.bonds.add(bond)
        } catch {
            return "\(error)"
        }
        do throws(MemoryError) {
            try parts.phones.remember(phone)
        } catch {
            if let earlier {
                try? parts.bonds.add(earlier)
            } else {
                try? parts.bonds.remove(named: bond.name)
            }
            return "\(error)"
        }
        return nil
    }
}
