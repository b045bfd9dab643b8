package import Control

extension OutletStatus {
    /// Returns the status for the control protocol.
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
