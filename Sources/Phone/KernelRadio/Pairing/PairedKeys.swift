import Linux
import Radio

/// Keys of one pairing, reported by the kernel one after the other, until they form a bond.
@LoopActor
final class PairedKeys {
    /// Result of a pairing.
    struct Outcome {
        let bond: Bond
        /// Previous address of the phone.
        let former: PeerAddress
        /// Whether the phone also stores the keys.
        let isLasting: Bool
    }

    /// Delay after each long-term key until the pairing counts as complete; the kernel reports all
    /// its keys at once.
    private static let settling: Duration = .milliseconds(50)

    private let adapter: BluetoothAddress
    private weak let window: KernelWindow?
    /// Address of the peer on the air when it was admitted.
    let former: PeerAddress
    /// Identity address; until it is reported, the address on the air.
    private(set) var identity: PeerAddress
    private var identityKey: IdentityResolvingKey?
    private var keys: [LongTermKey] = []
    private var isLasting = true
    private let alarm: Alarm

    /// - Parameters:
    ///   - peer: the admitted peer.
    ///   - window: receives the result, once.
    init(
        of peer: PeerAddress, on adapter: BluetoothAddress, pace: Pace, for window: KernelWindow
    ) {
        former = peer
        identity = peer
        self.adapter = adapter
        alarm = Alarm(on: pace)
        self.window = window
    }

    /// Owner of the keys received so far; nil without keys.
    var owner: PeerAddress? { keys.isEmpty ? nil : identity }

    /// Stops waiting for keys.
    func cancel() {
        alarm.cancel()
    }

    /// Handles an event of the kernel, and returns whether it was a key of this pairing.
    func take(_ event: ManagementEvent) -> Bool {
        switch event {
        case .newIdentityResolvingKey(_, let resolvable, let key):
            guard resolvable == former.address || key.peer == former else { return false }
            identity = key.peer
            identityKey = key
        case .newLongTermKey(let isToBeStored, let key):
            guard key.peer == identity else { return false }
            keys.append(key)
            isLasting = isLasting && isToBeStored
            settle()
        default: return false
        }
        return true
    }

    private func settle() {
        alarm.set(after: Self.settling, for: self) { $0.conclude() }
    }

    private func conclude() {
        let bond = Bond(adapter: adapter, peer: identity, keys: keys, identityKey: identityKey)
        window?.decide(about: Outcome(bond: bond, former: former, isLasting: isLasting))
    }
}

extension PairingMethod {
    /// Input and output capability of the host for this method.
    var capability: IOCapability {
        switch self {
        case .compare: .displayYesNo
        case .passkey: .displayOnly
        case .confirm: .noInputNoOutput
        }
    }

    /// Security level that pairing must reach.
    var level: SecurityLevel { self == .confirm ? .medium : .high }

    /// Returns whether a bond is acceptable: the phone stores it, its keys are long enough, the phone gave its identity, and
    /// the number was compared or entered if the method requires that.
    func accepts(_ outcome: PairedKeys.Outcome) -> Bool {
        let bond = outcome.bond
        // A phone with changing addresses and no identity could not be recognized.
        return outcome.isLasting && bond.keys.allSatisfy(\.isSound) && bond.peer.isIdentity
            && (self == .confirm || bond.isAuthenticated)
    }
}
