import ATT
import Bluetooth
import Linux
import PhoneLinks
import PhoneMemory
import Radio

extension KernelRadio {
    /// What the desk needs of those around it.
    var surroundings: GuestDesk.Surroundings {
        GuestDesk.Surroundings(
            kernel: kernel, pace: pace, places: places,
            needs: { [weak self] in self?.needs ?? [] },
            bond: { [weak self] peer in self?.bond(of: peer) },
            openness: { [weak self] in self?.openWindow?.method.level },
            services: { [weak self] in self?.services ?? HostServices(name: "") },
            name: { [weak self] bond in self?.name(of: bond) },
            named: { [weak self] bond, name in self?.rename(bond, name) },
            welcome: { [weak self] link in self?.welcome(link) },
            stayedInsecure: { [weak self] bond in
                self?.announceInsecure(bond, named: self?.name(of: bond.name) ?? bond.name)
            })
    }

    /// What phones find when they look back.
    private var services: HostServices {
        switch options.shape {
        case .solicit: HostServices(name: hostName)
        case .hid:
            HostServices(
                name: hostName, appearance: Keyboard.appearance,
                others: [.deviceInformation, .keyboard])
        }
    }

    private func rename(_ bond: Bond, _ name: String) {
        let phone = PairedPhone(address: bond.name, name: name)
        defer { openWindow?.named(phone) }
        guard phones.name(of: bond.name) != name else { return }
        do throws(MemoryError) {
            try phones.remember(phone)
        } catch {
            advise("\(error)")
        }
    }
}
