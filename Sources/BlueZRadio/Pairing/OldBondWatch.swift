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

    private let isSubscribed: @LoopActor (ObjectPath) -> Bool
    private let failed: @LoopActor (ObjectPath, _ hasTried: Bool) -> Void
    /// The phone that tries to pair, or has just come and may.
    private var device: ObjectPath?
    /// Whether it is known to try: bluetoothd has asked about it.
    private var hasTried = false
    /// The phones that were connected at the last look; nil before the first one.
    private var connected: Set<ObjectPath>?
    private let alarm: Alarm

    /// - Parameters:
    ///   - isSubscribed: whether a phone sends its notifications, for which it needs keys.
    ///   - failed: called with a phone that has left and stays away, and whether it is known to have tried to pair.
    init(
        pace: Pace = Pace(), isSubscribed: @escaping @LoopActor (ObjectPath) -> Bool,
        failed: @escaping @LoopActor (ObjectPath, _ hasTried: Bool) -> Void
    ) {
        self.isSubscribed = isSubscribed
        self.failed = failed
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
            if isSubscribed(device) { stop() }
        } else if !alarm.isSet {
            alarm.set(after: Self.absence) { [weak self] in
                guard let self else { return }
                let hasTried = hasTried
                stop()
                failed(device, hasTried)
            }
        }
    }
}
