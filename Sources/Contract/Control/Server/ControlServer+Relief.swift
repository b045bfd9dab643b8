import Linux

/// Limit on bytes waiting for all clients: disconnects the largest clients and returns memory to the system.
extension ControlServer {
    func noteWaiting() {
        mostWaiting = max(mostWaiting, tally.count)
        if tally.count > allWaiting, !relief.isSet {
            relief.set(after: .zero, for: self) { $0.relieve() }
        }
        // Freed fragments of client buffers would otherwise stay with the process.
        if mostWaiting > ControlLimits.worthGivingBack, tally.count < mostWaiting / 2,
            !givingBack.isSet
        {
            givingBack.set(after: ControlLimits.givingBack) { [weak self] in
                guard let self else { return }
                mostWaiting = tally.count
                CurrentProcess.giveBackMemory()
            }
        }
    }

    /// Disconnects the clients with the most waiting bytes until the total is acceptable.
    private func relieve() {
        guard tally.count > allWaiting else { return }
        let refusal = ControlRefusal(
            .unread,
            "clients have left \(allWaiting >> 20) MiB unread, and most of it waits for you: read "
                + "what you ask for")
        let rest = allWaiting / 8 * ControlLimits.eighthsAfterRelief
        while tally.count > rest, let client = largestClient {
            client.giveWay(refusal)
        }
    }

    /// The client with the most waiting bytes, of the user with the most; the oldest of equals.
    ///
    /// Nil if no bytes are waiting, since nothing could be freed.
    private var largestClient: ServedClient? {
        var sums: [UInt32: Int] = [:]
        let sizes = clients.values.map { ($0, $0.waitingBytes) }
        for (client, size) in sizes { sums[client.peer.user, default: 0] += size }
        guard let user = sums.max(by: { $0.value < $1.value })?.key else { return nil }
        let largest = sizes.filter { $0.0.peer.user == user }.max {
            ($0.1, $1.0.number) < ($1.1, $0.0.number)
        }
        return largest.flatMap { $0.1 > 0 ? $0.0 : nil }
    }
}
