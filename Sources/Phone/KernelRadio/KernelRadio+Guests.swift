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

    /// Reports once for each phone why its link was closed.
    func leavesMTUUnanswered(_ bond: Bond) {
        guard places.mtuUnanswered.insert(bond.name).inserted else { return }
        advise(UnansweredMTU.advice(about: name(of: bond.name) ?? bond.name))
    }

    /// Reports that a phone connected and did not encrypt its link; once until it does.
    func stayedInsecure(_ bond: Bond) {
        guard !isOpenToStrangers, announcedInsecure.insert(bond.name).inserted else { return }
        advise(
            "\(name(of: bond.name) ?? bond.name) connected without the key of its bond and was "
                + "disconnected: another device uses its address, or it has forgotten this host; "
                + "in that case, run callboard pair")
    }
}
