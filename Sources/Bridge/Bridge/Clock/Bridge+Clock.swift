import Features
import Linux
import Notices
import Radio

extension Bridge {
    /// Passes a reading of a phone's clock on, and applies the zones of the other phones if the
    /// clock of the host was set.
    func setClock(by reading: PhoneClock, of bond: String) {
        guard let clock, let phone = controllers.first(where: { $0.phone.bond == bond })?.phone
        else { return }
        guard clock.take(reading, of: PhoneName(phone), bond: bond, at: pace.now) else { return }
        for controller in controllers where controller.phone.bond != bond { controller.applyZone() }
    }
}
