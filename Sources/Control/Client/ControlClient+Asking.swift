package import Contract
package import JSON
internal import Linux

extension ControlClient {
    /// Asks the bridge at a path for one thing, for commands that do nothing else.
    ///
    /// - Parameters:
    ///   - limit: how long the answer may take, and the connection before it where it is longer than that otherwise has; nil for an
    ///     answer that may take as long as it does.
    ///   - heard: takes the events that come before the answer.
    ///   - answered: takes the answer, or the reason why none comes.
    package static func ask<Request: ControlRequest>(
        _ request: Request, at path: String,
        within limit: Duration? = ControlLimits.answer,
        hearing heard: @escaping @LoopActor (JSONValue) -> Void = { _ in },
        _ answered: @escaping @LoopActor (Result<Answered<Request.Answer>, AskFailure>) -> Void
    ) {
        let greeting = max(ControlLimits.hello, limit ?? .zero)
        let client = ControlClient(path: path, within: greeting) { news in
            if case .event(let event, _) = news { heard(event) }
        }
        // The question holds the client until it is answered, one way or the other.
        client.ask(request, within: limit) { result in
            client.stop()
            answered(result)
        }
    }

    /// Asks the bridge at a path for one thing and waits for the answer.
    package static func ask<Request: ControlRequest>(
        _ request: Request, at path: String, within limit: Duration? = ControlLimits.answer
    ) async throws(AskFailure) -> Answered<Request.Answer> {
        let client = ControlClient(path: path, within: max(ControlLimits.hello, limit ?? .zero)) {
            _ in
        }
        defer { client.stop() }
        return try await client.ask(request, within: limit)
    }

    /// Asks the bridge at a path for one thing, running the loop on the calling thread meanwhile.
    package nonisolated static func ask<Request: ControlRequest>(
        _ request: Request, at path: String,
        within limit: Duration? = ControlLimits.answer,
        hearing heard: @escaping @LoopActor (JSONValue) -> Void = { _ in }
    ) -> Result<Answered<Request.Answer>, AskFailure> {
        EventLoop.run { finish in
            ask(request, at: path, within: limit, hearing: heard) { finish($0) }
        }
    }
}
