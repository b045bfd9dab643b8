import Linux

extension Kernel {
    /// How many links an adapter has with a peer; nil where the kernel cannot be asked.
    func links(with peer: PeerAddress, on adapter: ControllerIndex) -> Int? {
        guard let all = try? links(of: adapter) else { return nil }
        return all.count { $0.isLowEnergy && $0.address == peer.address }
    }
}
