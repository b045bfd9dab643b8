import Bluetooth
import Linux
import Radio

/// The keys that one pairing brings, which the kernel tells one after the other, until they are a
/// bond.
@LoopActor
final class PairedKeys {
    /// The kernel tells all keys of a pairing at once; this is how long that may take it.
    private static let settling: Duration = .milliseconds(50)

    private let adapter: BluetoothAddress
    private let pace: Pace
    private let done: @LoopActor (Bond, PeerAddress) -> Void
    /// The address that the peer had on air when it was let in.
    let former: PeerAddress
    /// The address that stays the same, once it is told.
    private(set) var identity: PeerAddress
    private var identityKey: IdentityResolvingKey?
    private var keys: [LongTermKey] = []
    private var timer: TimerID?

    /// - Parameters:
    ///   - peer: who was let in.
    ///   - done: called once with what they are, and with the address from before.
    init(
        of peer: PeerAddress, on adapter: BluetoothAddress, pace: Pace,
        done: @escaping @LoopActor (Bond, PeerAddress) -> Void
    ) {
        former = peer
        identity = peer
        self.adapter = adapter
        self.pace = pace
        self.done = done
    }

    isolated deinit {
        cancel()
    }

    /// Whose keys there are, of those that are no bond yet.
    var owner: PeerAddress? { keys.isEmpty ? nil : identity }

    /// Waits for no more keys.
    func cancel() {
        if let timer { pace.cancel(timer) }
        timer = nil
    }

    /// Takes what the kernel tells, and says whether that was a key of this pairing.
    func take(_ event: ManagementEvent) -> Bool {
        switch event {
        case .newIdentityResolvingKey(_, let resolvable, let key):
            guard resolvable == former.address || key.peer == former else { return false }
            identity = key.peer
            identityKey = key
        case .newLongTermKey(_, let key):
            guard key.peer == identity else { return false }
            keys.append(key)
            settle()
        default: return false
        }
        return true
    }

    private func settle() {
        cancel()
        timer = pace.after(Self.settling) { [weak self] in
            guard let self else { return }
            timer = nil
            done(
                Bond(adapter: adapter, peer: identity, keys: keys, identityKey: identityKey),
                former)
        }
    }
}

extension PairingMethod {
    /// What the host can do, in the kernel's numbers.
    var capability: IOCapability {
        switch self {
        case .compare: .displayYesNo
        case .passkey: .displayOnly
        case .confirm: .noInputNoOutput
        }
    }

    /// What a link must become by pairing so.
    var level: SecurityLevel { self == .confirm ? .medium : .high }

    /// Why a bond that was made so is not to be kept; nil where it is.
    func objection(to bond: Bond) -> String? {
        if !bond.keys.allSatisfy(\.isSound) { return "its key is too short" }
        // A phone that changes its address and does not say how could not be recognised.
        if !bond.peer.isIdentity { return "it does not say who it is" }
        return self != .confirm && !bond.isAuthenticated ? "it did without the number" : nil
    }
}
