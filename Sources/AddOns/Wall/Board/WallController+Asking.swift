import AddOnRuntime
import Board
import Commands
import Control
import JSON
import Linux
import Notices
import Web

/// Requests about the bridge's history, and for images.
extension WallController {
    /// Time limit of the bridge's answer: longer than the bridge's own, even behind other requests.
    private nonisolated static let patience: Duration = .seconds(100)

    func answerHistory(_ request: WebRequest, _ exchange: WebExchange, _ access: WallAccess) {
        guard let query = query(request, exchange, access) else { return }
        let codes = settings.codes
        if let central { return central.answerHistory(query, codes, exchange) }
        ask(query.page(codes), exchange) { value in
            query.response(
                JSONWriter.line { writer in
                    writer.member("version", WallPicture.version)
                    writer.array("notices") { writer in
                        for notice in value.list("notices") {
                            if codes == .hide {
                                CodelessNotice.write(notice, to: &writer)
                            } else {
                                writer.value(notice)
                            }
                        }
                    }
                    if let next = value.text("next") { writer.member("next", next) }
                    if let meant = value.text("meant") { writer.member("meant", meant) }
                })
        }
    }

    func answerStatistics(_ request: WebRequest, _ exchange: WebExchange, _ access: WallAccess) {
        guard let query = query(request, exchange, access) else { return }
        if let central {
            return central.answerStatistics(
                query, as: request.path == "/stats.svg" ? .svg : .json, exchange)
        }
        guard request.path == "/stats.svg" else {
            return ask(query.statistics(as: .json), exchange) { value in
                var writer = JSONWriter()
                if let figures = value["stats"] { writer.value(figures) }
                writer.endLine()
                return .json(writer.bytes)
            }
        }
        ask(query.statistics(as: .svg), exchange) { value in
            .picture(Array((value.text("svg") ?? "").utf8))
        }
    }

    func answerPicture(_ request: WebRequest, _ exchange: WebExchange, _ access: WallAccess) {
        pictures.answer(
            request, exchange, channel(access.detail).boardToDraw(), for: access.digest)
    }

    /// Parses a query; nil if it was refused, with the response already sent.
    private func query(
        _ request: WebRequest, _ exchange: WebExchange, _ access: WallAccess
    ) -> HistoryQuery? {
        guard rights(of: access).searches else {
            exchange.answer(
                .refused(
                    .forbidden, "this token may not read the history: it requires --detail full"))
            return nil
        }
        do throws(HistoryQuery.Mistake) {
            return try HistoryQuery(request.query)
        } catch {
            exchange.answer(.refused(.badRequest, error.sentence))
            return nil
        }
    }

    private func ask(
        _ request: some ControlRequest, _ exchange: WebExchange,
        _ response: @escaping @LoopActor (JSONValue) -> WebResponse
    ) {
        let hasRoom = errands.add(isWanted: exchange.isOpen) { [weak self] done in
            guard let self else { return }
            ask(request, exchange, response, then: done)
        }
        guard !hasRoom else { return }
        exchange.answer(
            .refused(
                .unavailable,
                "\(HistoryQueryQueue.limit) queries of the history are waiting; try again soon"
            ))
    }

    private func ask(
        _ request: some ControlRequest, _ exchange: WebExchange,
        _ response: @escaping @LoopActor (JSONValue) -> WebResponse,
        then done: @escaping @LoopActor () -> Void
    ) {
        frame.ask(request, within: Self.patience) { result in
            defer { done() }
            switch result {
            case .success(let answer): exchange.answer(response(answer.json))
            case .failure(.refused(let refusal)):
                let status: WebStatus =
                    switch refusal.code {
                    case .busy: .unavailable
                    case .notFound: .notFound
                    case .badRequest: .badRequest
                    case .notAllowed: .forbidden
                    default: .failed
                    }
                exchange.answer(.refused(status, refusal.sentence))
            case .failure(.failed(let failure)):
                exchange.answer(.refused(.unavailable, "\(failure)"))
            }
        }
    }
}

extension WebResponse {
    /// An image opened on its own must not run scripts or load anything.
    private static let picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

    /// An SVG image of statistics.
    static func picture(_ bytes: [UInt8]) -> WebResponse {
        WebResponse(
            type: "image/svg+xml", bytes,
            fields: [
                Field("Cache-Control", "no-store"),
                Field("Content-Security-Policy", picturePolicy),
            ])
    }
}
