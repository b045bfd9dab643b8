import Linux
import Radio

extension KernelWindow {
    /// Returns the problem if a phone may falsely claim to be another one; nil if there is none.
    ///
    /// A phone that was admitted under its identity address is trusted, because the kernel has
    /// resolved that. Any other phone must have the identity key of the phone that it claims to be:
    /// the user has admitted a stranger, not that phone.
    func claim(of outcome: PairedKeys.Outcome) -> String? {
        let bond = outcome.bond
        guard outcome.former != bond.peer,
            let known = parts.bonds.ring.bond(of: bond.peer, on: bond.adapter),
            known.identityKey == nil || known.identityKey != bond.identityKey
        else { return nil }
        return
            "it claims to be \(owner?.name(of: bond.peer) ?? bond.name), which is already paired "
            + "with other keys; if that is true, run callboard forget \(bond.name) first"
    }

    /// Stores keys and phone; returns the problem if that fails.
    func keep(_ bond: Bond, _ phone: PairedPhone) -> String? {
        guard parts.bonds.ring.hasRoom(for: bond.peer, on: bond.adapter) else {
            return "\(KeyRing.limit) phones are paired already; run callboard forget PHONE for one "
                + "of them"
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
