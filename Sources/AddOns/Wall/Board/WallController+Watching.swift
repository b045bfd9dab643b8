import AddOnRuntime
import Board
import Commands
import Contract
import Control
import JSON
import Linux
import Notices
import Web

/// What those are told who watch machines and not notices.
extension WallController {
    private nonisolated static let openMetrics =
        "application/openmetrics-text; version=1.0.0; charset=utf-8"
    private nonisolated static let plainMetrics = "text/plain; version=0.0.4; charset=utf-8"

    /// Whether everything is as it should be; to whom may see no name it is said in words of states alone.
    func answerHealth(naming: Bool, _ exchange: WebExchange) {
        if centre != nil {
            let health = CentralHealth(link: link, bridges)
            return exchange.answer(
                .json(health.json(naming: naming), health.isWell ? .ok : .unavailable))
        }
        askStatus { [weak self] status in
            guard let self else { return }
            let health = WallHealth(
                status?.value, link: link, alarm: settings.alarm, at: WallTime.now)
            exchange.answer(
                .json(
                    health.json(naming: naming),
                    health.isWell ? .ok : .unavailable))
        }
    }

    /// Numbers for Prometheus and its like.
    func answerMetrics(_ request: WebRequest, naming: Bool, _ exchange: WebExchange) {
        askStatus { [weak self] status in
            self?.askSizes { [weak self] sizes in
                guard let self else { return }
                var page = WallMetrics(
                    status?.value, link: link, counters, served, streams: streamCount,
                    version: version)
                page.sizes = sizes?.json["sizes"]
                page.notices = heldCounts
                page.hasNames = naming
                if centre != nil { page.bridges = bridges }
                answer(request, page, exchange)
            }
        }
    }

    private func answer(_ request: WebRequest, _ page: WallMetrics, _ exchange: WebExchange) {
        let wantsNew = request[field: "accept"]?.contains("application/openmetrics-text") ?? false
        exchange.answer(
            WebResponse(
                type: wantsNew ? Self.openMetrics : Self.plainMetrics,
                page.bytes(isOpenMetrics: wantsNew),
                fields: [WebResponse.Field("Cache-Control", "no-store")]))
    }

    /// How the bridge says that it is; nil where it does not.
    private func askStatus(_ take: @escaping WatchedAnswer<StatusRequest>.Take) {
        // Beside a centre nothing of this machine's is shown.
        guard centre == nil else { return take(nil) }
        status.get(frame, take)
    }

    private func askSizes(_ take: @escaping WatchedAnswer<StatisticsRequest>.Take) {
        guard centre == nil else { return take(nil) }
        sizes.get(frame, take)
    }
}
