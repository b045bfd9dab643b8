package import Control
import Linux

/// Every request that there is.
package let allRequests: [any ControlRequest.Type] = [
    StatusRequest.self, PhonesRequest.self, AppsRequest.self, CodeRequest.self, TailRequest.self,
    ActRequest.self, MediaRequest.self, PairRequest.self, ReplyRequest.self, ForgetRequest.self,
    MuteRequest.self,
    UnmuteRequest.self, ReloadRequest.self, BeaconsRequest.self, BroadcastRequest.self,
    AddOnRequest.self, ShowRequest.self, OutboxRequest.self, HistoryRequest.self,
    StatisticsRequest.self, TestPortRequest.self, TestDisplaysRequest.self, TestOutletRequest.self,
]

extension ControlMessage {
    /// Reads a line as a bridge does that takes every request.
    package init(parsing line: [UInt8], number: Int = 1) throws(Mistake) {
        try self.init(parsing: line, number: number, among: RequestTable(allRequests))
    }
}

extension ControlRouter {
    /// A router that brings every request to one place.
    package convenience init(
        all handler: @escaping @LoopActor (any ControlRequest, ControlExchange) -> Void
    ) {
        self.init()
        for type in allRequests { register(type, handler) }
    }

    private func register<Request: ControlRequest>(
        _: Request.Type,
        _ handler: @escaping @LoopActor (any ControlRequest, ControlExchange) -> Void
    ) {
        hold { (request: Request, exchange) in handler(request, exchange) }
    }
}

/// Every answer that there is, each once.
package let allAnswers: [any ControlAnswer.Type] = {
    var names: Set<String> = []
    return allRequests.map { answer(to: $0) }.filter { names.insert("\($0)").inserted }
}()

private func answer<Request: ControlRequest>(to _: Request.Type) -> any ControlAnswer.Type {
    Request.Answer.self
}
