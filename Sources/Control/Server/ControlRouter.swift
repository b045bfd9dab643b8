package import Contract
package import Linux

/// Brings each request to the handler that was registered for it.
@LoopActor
package final class ControlRouter {
    private typealias Handler = @LoopActor (any ControlRequest, ControlExchange) -> Void

    /// What can be asked for.
    private(set) var requests = RequestTable()
    private var handlers: [String: Handler] = [:]

    /// A router without handlers.
    package init() {}

    /// Registers for a request; the handler answers it, at once or later.
    package func on<Request: ControlRequest>(
        _ handler: @escaping @LoopActor (Request, ControlExchange) -> Void
    ) {
        precondition(handlers[Request.word] == nil, "two handlers for \(Request.word)")
        requests.add(Request.self)
        handlers[Request.word] = { request, exchange in
            if let request = request as? Request { handler(request, exchange) }
        }
    }

    /// Has a request done.
    func handle(_ request: any ControlRequest, _ exchange: ControlExchange) {
        handlers[type(of: request).word]?(request, exchange)
    }
}
