import DBus
import Linux

/// Detection of a phone with an old bond in bluetoothd that could not pair again.
///
/// bluetoothd does not report that. The phone has no subscription, disconnects, and does not
/// reconnect by itself as a paired phone does.
@LoopActor
final class OldBondWatch {
    /// Time without connection after which pairing has failed; a phone with keys reconnects within
    /// a second or two.
    static let absence: Duration = .seconds(3)

    private weak let owner: (any OldBondWatchOwner)?
    /// Phone that is pairing, or has just connected and may be.
    private var device: ObjectPath?
    /// Whether pairing is certain, because bluetoothd has asked about the phone.
    private var hasTried = false
    /// Phones connected at the last check; nil before the first one.
    private var connected: Set<ObjectPath>?
    private let alarm: Alarm

    init(pace: Pace = Pace(), for owner: any OldBondWatchOwner) {
        self.owner = owner
        alarm = Alarm(on: pace)
    }

    /// Follows a phone that is pairing.
    func follow(_ device: ObjectPath) {
        alarm.cancel()
        self.device = device
        hasTried = true
    }

    /// Stops following.
    func stop() {
        alarm.cancel()
        device = nil
        hasTried = false
    }

    /// Checks the phones with old bonds.
    ///
    /// - Parameters:
    ///   - phones: all of them, with whether they are connected.
    ///   - followsAll: whether any phone may be trying to pair as soon as it connects.
    func look(at phones: [ObjectPath: Bool], followsAll: Bool) {
        let now = Set(phones.filter(\.value).keys)
        let newcomers = now.subtracting(connected ?? now)
        connected = now
        if followsAll, device == nil {
            device = newcomers.min { $0.rawValue < $1.rawValue }
        }
        guard let device else { return }
        guard phones[device] != nil else { return stop() }
        if now.contains(device) {
            alarm.cancel()
            if owner?.isSubscribed(device) == true { stop() }
        } else if !alarm.isSet {
            alarm.set(after: Self.absence, for: self) { watch in
                let hasTried = watch.hasTried
                watch.stop()
                watch.owner?.failed(device, hasTried)
            }
        }
    }
}

/// Receiver of failed pairings.
@LoopActor
protocol OldBondWatchOwner: AnyObject {
    /// Returns whether the phone sends its notifications, which requires keys.
    func isSubscribed(_ device: ObjectPath) -> Bool

    /// Handles a phone that has disconnected and stays away; `hasTried` if it is known to have
    /// tried to pair.
    func failed(_ device: ObjectPath, _ hasTried: Bool)
}
