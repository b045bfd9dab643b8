package import Contract

extension OutletStatus {
    /// How an outlet is, for those who ask the bridge.
    package func answer(named name: String) -> StatusOutlet {
        var answer = StatusOutlet()
        answer.name = name
        answer.state = failure == nil ? "ok" : "failed"
        answer.reason = failure
        answer.queuedBytes = queued
        answer.lostEvents = lost
        answer.restarts = restarts
        return answer
    }
}
