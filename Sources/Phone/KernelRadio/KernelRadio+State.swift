import Radio

extension KernelRadio {
    /// Desired advertisements; nil while no adapter is ready.
    var advertisements: KernelAdvertiser.Desired? {
        guard let adapter, adapter.isReady, let service = needs.first?.service else { return nil }
        let broadcasts = kernelAir.broadcasts
        let solicitation = Solicitation(
            shape: options.shape, service: service, name: hostName,
            isDiscoverable: isOpenToStrangers, turn: broadcasts.solicitationTurn)
        return KernelAdvertiser.Desired(
            adapter: adapter.index,
            placements: [solicitation.placement] + broadcasts.placements, connections: connections)
    }

    /// Current state of this radio.
    var currentState: RadioState {
        guard let adapter else { return .noAdapter }
        switch adapter.condition {
        case .preparing: return state ?? .noService
        case .off, .blocked: return .off
        case .failed(let words): return .notAdvertising(words)
        case .ready:
            if let failure = advertiser.failure { return .notAdvertising("\(failure)") }
            return advertiser.isOnAir ? .listening : state ?? .noService
        }
    }
}
