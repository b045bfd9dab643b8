import DBus
import Linux

/// Notices that a phone whose old bond bluetoothd still has could not pair again.
///
/// bluetoothd says nothing of that: the phone is not subscribed, goes, and does not come back by itself as one does
/// that has paired.
@LoopActor
final class OldBondWatch {
    /// How long a phone stays away that has failed; one with keys is back within a second or two.
    static let absence: Duration = .seconds(3)

    private weak let owner: (any OldBondWatchOwner)?
    /// The phone that tries to pair, or has just come and may.
    private var device: ObjectPath?
    /// Whether it is known to try: bluetoothd has asked about it.
    private var hasTried = false
    /// The phones that were connected at the last look; nil before the first one.
    private var connected: Set<ObjectPath>?
    private let alarm: Alarm

    init(pace: Pace = Pace(), for owner: any OldBondWatchOwner) {
        self.owner = owner
        alarm = Alarm(on: pace)
    }

    /// Follows a phone that pairs.
    func follow(_ device: ObjectPath) {
        alarm.cancel()
        self.device = device
        hasTried = true
    }

    /// Follows nobody any more.
    func stop() {
        alarm.cancel()
        device = nil
        hasTried = false
    }

    /// Looks at the phones with old bonds.
    ///
    /// - Parameters:
    ///   - phones: all of them, and whether they are connected.
    ///   - followsAll: whether a phone may be one that tries to pair as soon as it comes.
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

/// Hears of phones that could not pair again.
@LoopActor
protocol OldBondWatchOwner: AnyObject {
    /// Whether a phone sends its notifications, for which it needs keys.
    func isSubscribed(_ device: ObjectPath) -> Bool

    /// A phone has left and stays away, and is known to have tried to pair or not.
    func failed(_ device: ObjectPath, _ hasTried: Bool)
}
