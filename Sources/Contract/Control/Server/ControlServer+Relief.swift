import Contract
import Linux

/// What waits for all clients together: those for whom most does give way, and memory goes back to the system.
extension ControlServer {
    func noteWaiting() {
        mostWaiting = max(mostWaiting, tally.count)
        if tally.count > allWaiting, !relief.isSet {
            relief.set(after: .zero, for: self) { $0.relieve() }
        }
        // What clients left behind in pieces stays with the process otherwise.
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

    /// Cuts off those for whom most waits, until that is no longer too much.
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

    /// The client for which most waits, of the user for whom most does; of equals the oldest.
    ///
    /// One for which nothing waits could give nothing.
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
