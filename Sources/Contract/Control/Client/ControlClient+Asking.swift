package import Contract
internal import JSON
internal import Linux

extension ControlClient {
    /// Asks the bridge at a path for one thing and waits for the answer, for commands that do nothing else.
    ///
    /// - Parameter limit: how long the answer may take, and the connection before it where it is longer than that otherwise has; nil
    ///   for an answer that may take as long as it does.
    package static func ask<Request: ControlRequest>(
        _ request: Request, at path: String, within limit: Duration? = ControlLimits.answer
    ) async throws(AskFailure) -> Answered<Request.Answer> {
        let client = ControlClient(path: path, within: max(ControlLimits.hello, limit ?? .zero))
        defer { client.stop() }
        return try await client.ask(request, within: limit)
    }

    /// Asks the bridge at a path for one thing, running the loop on the calling thread meanwhile.
    package nonisolated static func ask<Request: ControlRequest>(
        _ request: Request, at path: String, within limit: Duration? = ControlLimits.answer
    ) -> Result<Answered<Request.Answer>, AskFailure> {
        do throws(AskFailure) {
            return .success(
                try EventLoop.run { () async throws(AskFailure) in
                    try await ask(request, at: path, within: limit)
                })
        } catch {
            return .failure(error)
        }
    }
}
