internal import JSON
internal import Linux

extension ControlClient {
    /// Sends one request to the bridge at a path and waits for the answer, for commands that do nothing else.
    ///
    /// - Parameter limit: time limit for the answer, and for connecting if longer than the default; nil for no limit on the answer.
    package static func ask<Request: ControlRequest>(
        _ request: Request, at path: String, within limit: Duration? = ControlLimits.answer
    ) async throws(AskFailure) -> Answered<Request.Answer> {
        let client = ControlClient(path: path, within: max(ControlLimits.hello, limit ?? .zero))
        defer { client.stop() }
        return try await client.ask(request, within: limit)
    }

    /// Sends one request to the bridge at a path, running the event loop on the calling thread meanwhile.
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
