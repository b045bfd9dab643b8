import Control
import Formats
import JSON
import Linux
import Notices
import Web

/// Metrics of a bridge and its wall, without apps, titles and callers.
struct WallMetrics {
    /// Name of the history among the outputs: the only name that is shown even without `hasNames`.
    private static let history = "history"

    private let status: StatusAnswer?
    private let link: WallPicture.Link
    /// Bridges of a central database, if one is shown.
    var bridges: [FollowedBridge]?
    /// Sizes of the bridge's history, if available.
    var sizes: JSONValue?
    /// Whether names of outputs and bridges are shown: a path or a site may contain the name of a person.
    var hasNames = true
    /// Numbers of notifications on the phones by category.
    var notices: [String: Int] = [:]
    private let counters: WallCounters
    private let served: WebServer.Counters
    private let streams: Int
    private let version: String

    init(
        _ status: StatusAnswer?, link: WallPicture.Link, _ counters: WallCounters,
        _ served: WebServer.Counters, streams: Int, version: String
    ) {
        self.status = status
        self.link = link
        self.counters = counters
        self.served = served
        self.streams = streams
        self.version = version
    }

    func bytes(isOpenMetrics: Bool) -> [UInt8] {
        var page = MetricPage(isOpenMetrics: isOpenMetrics)
        page.add("build", .info, "The version of the wall.", [.init(1, [("version", version)])])
        if let bridges { add(bridges, to: &page) } else { addBridge(to: &page) }
        addNotices(to: &page)
        addPhones(to: &page)
        addOutlets(to: &page)
        addWall(to: &page)
        return page.bytes
    }

    private func add(_ bridges: [FollowedBridge], to page: inout MetricPage) {
        page.add(
            "centre_up", .gauge, "Whether the central database answers.",
            [.init(link == .here ? 1 : 0)])
        page.add(
            "centre_bridge_up", .gauge,
            "Whether each bridge of the central database reported lately.",
            (hasNames ? bridges : bridges.withoutNames).map {
                .init($0.isTrouble ? 0 : 1, [("bridge", $0.name)])
            })
    }

    private func addBridge(to page: inout MetricPage) {
        page.add(
            "bridge_up", .gauge, "Whether the bridge answers.",
            [.init(link == .here && status != nil ? 1 : 0)])
        if let radio = status?.radio?.state {
            let states = RadioCondition.allCases.map(\.rawValue) + ["starting", "simulated"]
            page.add(
                "radio_state", .stateset, "State of the radio.",
                states.map { .init(radio == $0 ? 1 : 0, [("callboard_radio_state", $0)]) })
        }
        if let rows = sizes?.number("notices") {
            page.add("history_rows", .gauge, "Notifications in the history.", [.init(rows)])
        }
        if let unsent = sizes?.number("unsent") {
            page.add(
                "history_unsent", .gauge, "Notifications that wait for the central database.",
                [.init(unsent)])
        }
    }

    private func addNotices(to page: inout MetricPage) {
        page.add(
            "notices", .gauge, "Notifications on the phones, by category.",
            notices.sorted { $0.key < $1.key }.map { .init($0.value, [("category", $0.key)]) })
        let events = counters.events.sorted { $0.key < $1.key }.flatMap { event, categories in
            categories.sorted { $0.key < $1.key }.map { category, count in
                MetricPage.Sample(count, [("event", event), ("category", category)])
            }
        }
        page.add("events", .counter, "Events of notifications since the wall began.", events)
        page.add(
            "calls", .counter, "Calls by outcome.",
            ["answered", "missed", "declined"].map {
                .init(counters.calls[$0] ?? 0, [("outcome", $0)])
            })
        var sum = 0
        var spans: [MetricPage.Sample] = []
        for (span, count) in zip(WallCounters.ringSpans, counters.rings) {
            sum += count
            spans.append(.init(Double(sum), suffix: "_bucket", [("le", "\(span).0")]))
        }
        sum += counters.rings[WallCounters.ringSpans.count]
        spans.append(.init(Double(sum), suffix: "_bucket", [("le", "+Inf")]))
        spans.append(.init(Double(sum), suffix: "_count"))
        spans.append(.init(counters.ringSeconds, suffix: "_sum"))
        page.add(
            "ring_seconds", .histogram, "How long calls rang.", unit: "seconds", spans)
        if let last = counters.lastEvent {
            page.add(
                "last_event_timestamp_seconds", .gauge, "Time of the last event of a notification.",
                unit: "seconds", [.init(Double(last.milliseconds) / 1_000)])
        }
    }

    private func addPhones(to page: inout MetricPage) {
        var states: [MetricPage.Sample] = []
        var notices: [MetricPage.Sample] = []
        var batteries: [MetricPage.Sample] = []
        for phone in status?.phones ?? [] where !phone.phoneID.isEmpty {
            // A short, stable ID without a name.
            let id = phone.phoneID
            for each in PhoneState.allCases {
                states.append(
                    .init(
                        phone.state == each.rawValue ? 1 : 0,
                        [("phone", id), ("callboard_phone_state", each.rawValue)]))
            }
            notices.append(.init(phone.notices, [("phone", id)]))
            if let charge = phone.battery {
                batteries.append(.init(Double(charge) / 100, [("phone", id)]))
            }
        }
        page.add("phone_state", .stateset, "State of each phone.", states)
        page.add("phone_notices", .gauge, "Notifications on each phone.", notices)
        page.add(
            "battery_ratio", .gauge, "Battery level of each phone.", unit: "ratio", batteries)
    }

    private func addOutlets(to page: inout MetricPage) {
        var (up, lost, queued): ([MetricPage.Sample], [MetricPage.Sample], [MetricPage.Sample])
        (up, lost, queued) = ([], [], [])
        var seen: Set<String> = []
        for outlet in status?.outlets ?? [] {
            let name = outlet.display ?? outlet.name
            guard seen.insert(name).inserted else { continue }
            let isNamed = hasNames || name == Self.history
            let labels = [("outlet", isNamed ? name : "Outlet \(seen.count)")]
            up.append(.init(outlet.state == "ok" ? 1 : 0, labels))
            lost.append(.init(outlet.lostEvents, labels))
            queued.append(.init(outlet.queuedBytes, labels))
        }
        for addOn in status?.addOns ?? [] where addOn.user == nil {
            guard seen.insert(addOn.name).inserted else { continue }
            let labels = [("outlet", addOn.name)]
            up.append(.init(addOn.state == "works" ? 1 : 0, labels))
            lost.append(.init(addOn.lost, labels))
        }
        page.add("outlet_up", .gauge, "Whether each output works.", up)
        page.add("outlet_lost", .counter, "Events that each output dropped.", lost)
        page.add(
            "outlet_queue_bytes", .gauge, "Bytes waiting for each output.", unit: "bytes", queued)
    }

    private func addWall(to page: inout MetricPage) {
        page.add(
            "requests", .counter,
            "HTTP requests that were answered, by status class of the response.",
            (2...5).map { .init(served.answers[$0] ?? 0, [("result", "\($0)xx")]) })
        page.add("streams", .gauge, "Open streams of live pages.", [.init(streams)])
        page.add(
            "streams_cut", .counter, "Streams closed because the page did not read them.",
            [.init(served.cutStreams)])
    }
}
