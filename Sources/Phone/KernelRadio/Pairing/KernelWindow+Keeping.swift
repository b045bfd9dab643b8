import Linux
import Radio

extension KernelWindow {
    /// Returns the problem if a phone may falsely claim to be another one.
    ///
    /// Only the phone itself can use an address that the kernel resolves, or the key for that. A
    /// user who was asked about a stranger has not admitted a known phone.
    func claim(of outcome: PairedKeys.Outcome) -> String? {
        let bond = outcome.bond
        guard outcome.former != bond.peer,
            let known = parts.bonds.ring.bond(of: bond.peer, on: bond.adapter),
            known.identityKey == nil || known.identityKey != bond.identityKey
        else { return nil }
        return
            "it claims to be \(owner?.name(of: bond.peer) ?? bond.name), which is already paired "
            + "with other keys; if that is true, run callboard forget first"
    }

    /// Stores keys and phone; returns the problem if that fails.
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
