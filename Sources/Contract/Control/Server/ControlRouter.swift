package import Linux

/// Dispatcher that passes each request to its registered handler.
@LoopActor
package final class ControlRouter {
    private typealias Handler = @LoopActor (any ControlRequest, ControlExchange) -> Void

    /// Registered requests.
    private(set) var requests = RequestTable()
    private var handlers: [String: Handler] = [:]

    package init() {}

    /// Registers a handler that returns the answer or throws the refusal.
    ///
    /// The handler runs synchronously up to its first suspension, so that requests of one client keep their order. It
    /// is cancelled when the client disconnects.
    package func on<Request: ControlRequest>(
        _ handler:
            @escaping @LoopActor (Request, PeerCredentials) async throws(ControlRefusal) ->
            Request.Answer
    ) {
        hold { (request: Request, exchange) in
            let work = LoopActor.begin {
                do throws(ControlRefusal) {
                    exchange.done(try await handler(request, exchange.peer))
                } catch {
                    exchange.refuse(error)
                }
            }
            exchange.isDone(by: work)
        }
    }

    /// Registers a handler that does more than answer, such as for `tail`; it answers the exchange itself, now or later.
    package func hold<Request: ControlRequest>(
        _ handler: @escaping @LoopActor (Request, ControlExchange) -> Void
    ) {
        precondition(handlers[Request.word] == nil, "two handlers for \(Request.word)")
        requests.add(Request.self)
        handlers[Request.word] = { request, exchange in
            if let request = request as? Request { handler(request, exchange) }
        }
    }

    /// Registers a request that is always refused for the same reason.
    package func refuse<Request: ControlRequest>(
        _: Request.Type, with refusal: ControlRefusal
    ) {
        hold { (_: Request, exchange) in exchange.refuse(refusal) }
    }

    /// Passes a request to its handler.
    func handle(_ request: any ControlRequest, _ exchange: ControlExchange) {
        handlers[type(of: request).word]?(request, exchange)
    }
}
