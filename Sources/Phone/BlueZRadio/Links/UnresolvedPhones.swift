import DBus
import Linux
import Radio

/// Connected phones whose services bluetoothd does not resolve.
///
/// bluetoothd requests them only after the MTU exchange, and disconnects the phone after 30 s
/// without an answer, repeatedly.
@LoopActor
final class UnresolvedPhones {
    private let patience: Duration
    private weak let owner: (any PartOwner)?
    private var alarms: [ObjectPath: Alarm] = [:]
    /// Phones that were reported, until bluetoothd resolves their services in time.
    private var told: Set<ObjectPath> = []
    /// Connected phones that took too long.
    ///
    /// Before bluetoothd disconnects such a phone, it reports its services as resolved.
    private var late: Set<ObjectPath> = []

    /// - Parameters:
    ///   - patience: how long bluetoothd may take.
    ///   - owner: receives the advice.
    init(within patience: Duration, for owner: any PartOwner) {
        self.patience = patience
        self.owner = owner
    }

    /// Starts the timer of a connected phone with unresolved services.
    func wait(for phone: ObjectPath, named name: String) {
        guard alarms[phone] == nil else { return }
        let alarm = Alarm()
        alarms[phone] = alarm
        alarm.set(after: patience, for: self) { phones in
            phones.late.insert(phone)
            if phones.told.insert(phone).inserted { phones.owner?.advise(Self.words(of: name)) }
        }
    }

    /// Handles a phone whose services are resolved.
    func resolved(_ phone: ObjectPath) {
        guard !late.contains(phone) else { return }
        alarms[phone] = nil
        told.remove(phone)
    }

    /// Removes all phones except these.
    func keep(_ phones: Set<ObjectPath>) {
        alarms = alarms.filter { phones.contains($0.key) }
        late.formIntersection(phones)
    }

    /// Removes all phones after bluetoothd is gone.
    func reset() {
        alarms = [:]
        told = []
        late = []
    }

    private static func words(of phone: String) -> String {
        """
        \(phone) is connected, but bluetoothd has not discovered its services: if that repeats, \
        the phone does not answer bluetoothd's MTU request; no setting of bluetoothd helps, but \
        radio = kernel works with such phones
        """
    }
}
