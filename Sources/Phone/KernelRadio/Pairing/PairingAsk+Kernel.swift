import Radio

extension PairingAsk {
    /// Parses a pairing request of the kernel, with its peer; returns nil for other events.
    static func read(_ event: ManagementEvent) -> (peer: PeerAddress, ask: PairingAsk)? {
        switch event {
        case .confirmationRequest(let peer, let isWithoutNumber, let value):
            (peer, isWithoutNumber ? .confirm : .compare(value))
        // Reported again for each typed digit.
        case .passkeyNotify(let peer, let passkey, let entered):
            (peer, entered == 0 ? .type(passkey) : .typed)
        // The user would type a number here that the peer shows. Phones, which have a keyboard, do
        // not need that.
        case .passkeyRequest(let peer): (peer, .other)
        default: nil
        }
    }

    /// Whether the answer is yes or no.
    var isAboutYes: Bool {
        switch self {
        case .compare, .confirm: true
        case .type, .typed, .other: false
        }
    }

    /// Returns the command that refuses the request.
    func refusal(of peer: PeerAddress) -> ManagementCommand {
        switch self {
        case .compare, .confirm: .confirm(peer, false)
        case .type, .typed: .disconnect(peer)
        case .other: .passkey(peer, nil)
        }
    }
}
