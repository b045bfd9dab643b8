import ATT
import Linux
import Radio

extension KernelRadio: IncomingLinksOwner {
    var openness: SecurityLevel? { openWindow?.method.level }

    var services: HostServices {
        guard let usage = options.shape.usage else { return HostServices(name: hostName) }
        return HostServices(
            name: hostName, appearance: Keyboard.appearance,
            others: [.deviceInformation, .keyboard(usage)])
    }

    func isNow(_ bond: Bond, named name: String) {
        let phone = PairedPhone(address: bond.name, name: name)
        defer { openWindow?.named(phone) }
        guard phones.name(of: bond.name) != name else { return }
        do throws(MemoryError) {
            try phones.remember(phone)
        } catch {
            advise("\(error)")
        }
    }

    func welcome(_ link: ATTPhoneLink) {
        announcedInsecure.remove(link.phone.bond)
        incomingLinks.insert(link.phone.bond)
        handler?(.connected(link))
    }

    /// Says once of a phone why its link broke.
    func leavesMTUUnanswered(_ bond: Bond) {
        guard places.mtuUnanswered.insert(bond.name).inserted else { return }
        advise(UnansweredMTU.advice(about: name(of: bond.name) ?? bond.name))
    }

    /// Says that a phone came and did not encrypt its link, once until it does.
    func stayedInsecure(_ bond: Bond) {
        guard !isOpenToStrangers, announcedInsecure.insert(bond.name).inserted else { return }
        advise(
            "\(name(of: bond.name) ?? bond.name) came without the key of its bond and was turned away: a "
                + "stranger uses its address, or it has forgotten this host; then callboard pair")
    }
}
