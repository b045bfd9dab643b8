import Linux

extension Kernel {
    /// Returns the number of links of an adapter with a peer; nil if it cannot be read from the
    /// kernel.
    func links(with peer: PeerAddress, on adapter: ControllerIndex) -> Int? {
        guard let all = try? links(of: adapter) else { return nil }
        return all.count { $0.isLowEnergy && $0.address == peer.address }
    }
}
