import Radio

extension PairingAsk {
    /// What the kernel asks, and about whom.
    static func read(_ event: ManagementEvent) -> (peer: PeerAddress, ask: PairingAsk)? {
        switch event {
        case .confirmationRequest(let peer, let isWithoutNumber, let value):
            (peer, isWithoutNumber ? .confirm : .compare(value))
        // It is told again for each digit that is typed.
        case .passkeyNotify(let peer, let passkey, let entered):
            (peer, entered == 0 ? .type(passkey) : .typed)
        // No phone has a display and no keys.
        case .passkeyRequest(let peer): (peer, .other)
        default: nil
        }
    }

    /// Whether it is to be answered with a yes or a no.
    var isAboutYes: Bool {
        switch self {
        case .compare, .confirm: true
        case .type, .typed, .other: false
        }
    }

    /// How the kernel is told no.
    func refusal(of peer: PeerAddress) -> ManagementCommand {
        switch self {
        case .compare, .confirm: .confirm(peer, false)
        case .type, .typed: .disconnect(peer)
        case .other: .passkey(peer, nil)
        }
    }
}
