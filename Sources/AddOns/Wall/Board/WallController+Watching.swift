import AddOnRuntime
import Board
import Commands
import Control
import JSON
import Linux
import Notices
import Web

/// Health and metrics for monitoring.
extension WallController {
    private nonisolated static let openMetrics =
        "application/openmetrics-text; version=1.0.0; charset=utf-8"
    private nonisolated static let plainMetrics = "text/plain; version=0.0.4; charset=utf-8"

    /// Answers with the health as JSON, and with status 503 if there is a problem.
    ///
    /// - Parameter naming: whether names of phones or bridges are included.
    func answerHealth(naming: Bool, _ exchange: WebExchange) {
        if central != nil {
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

    /// Answers with metrics for Prometheus and compatible programs.
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
                if central != nil { page.bridges = bridges }
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

    /// Calls back with the bridge's status; nil if it is unavailable or a central database is shown.
    private func askStatus(_ take: @escaping WatchedAnswer<StatusRequest>.Take) {
        // With a central database nothing of this host's bridge is shown.
        guard central == nil else { return take(nil) }
        status.get(frame, take)
    }

    private func askSizes(_ take: @escaping WatchedAnswer<StatisticsRequest>.Take) {
        guard central == nil else { return take(nil) }
        sizes.get(frame, take)
    }
}
