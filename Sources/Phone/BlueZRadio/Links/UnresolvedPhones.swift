import DBus
import Linux
import Radio

/// Phones that are connected, and whose services bluetoothd does not come to know.
///
/// bluetoothd asks for them only once it has agreed on the MTU, and after 30 s without an answer it
/// lets go of the phone, again and again.
@LoopActor
final class UnresolvedPhones {
    private let patience: Duration
    private weak let owner: (any PartOwner)?
    private var alarms: [ObjectPath: Alarm] = [:]
    /// Those that were reported, until bluetoothd finds out their services in time.
    private var told: Set<ObjectPath> = []
    /// Those that are connected and took too long: before it lets go of one, bluetoothd says that its services are known.
    private var late: Set<ObjectPath> = []

    /// - Parameters:
    ///   - patience: how long bluetoothd may take.
    ///   - advise: takes what a person should know.
    init(within patience: Duration, for owner: any PartOwner) {
        self.patience = patience
        self.owner = owner
    }

    /// A phone is connected and its services are not known.
    func wait(for phone: ObjectPath, named name: String) {
        guard alarms[phone] == nil else { return }
        let alarm = Alarm()
        alarms[phone] = alarm
        alarm.set(after: patience, for: self) { phones in
            phones.late.insert(phone)
            if phones.told.insert(phone).inserted { phones.owner?.advise(Self.words(of: name)) }
        }
    }

    /// The services of a phone are known.
    func resolved(_ phone: ObjectPath) {
        guard !late.contains(phone) else { return }
        alarms[phone] = nil
        told.remove(phone)
    }

    /// All but these have gone.
    func keep(_ phones: Set<ObjectPath>) {
        alarms = alarms.filter { phones.contains($0.key) }
        late.formIntersection(phones)
    }

    /// bluetoothd has gone, and with it all phones.
    func reset() {
        alarms = [:]
        told = []
        late = []
    }

    private static func words(of phone: String) -> String {
        """
        \(phone) is connected, but bluetoothd has not found out its services: if that repeats, the \
        phone does not answer bluetoothd's MTU request; no setting of bluetoothd helps, but \
        radio = kernel works with such phones
        """
    }
}
