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

    /// Registers for a request whose answer is returned, or whose refusal is thrown.
    ///
    /// The handler runs at once up to the first wait, so that requests of one client are done in their order. It is cancelled when the
    /// client goes.
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

    /// Registers for a request that does more than to answer, such as `tail`; the handler answers it, at once or later.
    package func hold<Request: ControlRequest>(
        _ handler: @escaping @LoopActor (Request, ControlExchange) -> Void
    ) {
        precondition(handlers[Request.word] == nil, "two handlers for \(Request.word)")
        requests.add(Request.self)
        handlers[Request.word] = { request, exchange in
            if let request = request as? Request { handler(request, exchange) }
        }
    }

    /// Has a request refused, always for the same reason.
    package func refuse<Request: ControlRequest>(
        _: Request.Type, with refusal: ControlRefusal
    ) {
        hold { (_: Request, exchange) in exchange.refuse(refusal) }
    }

    /// Has a request done.
    func handle(_ request: any ControlRequest, _ exchange: ControlExchange) {
        handlers[type(of: request).word]?(request, exchange)
    }
}
