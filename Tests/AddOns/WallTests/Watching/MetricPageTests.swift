import ANCS
import Control
import Expecting
import JSON
import Linux
import Notices
import Testing
import Web

@testable import Wall

/// Numbers for those who watch machines, read by rules of our own.
struct MetricPageTests {
    /// A page that was read.
    private struct Page {
        var types: [String: String] = [:]
        var units: [String: String] = [:]
        var helps: Set<String> = []
        var samples: [(name: String, labels: [String: String], value: Double)] = []
        var faults: [String] = []

        init(_ text: String, isOpenMetrics: Bool) {
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
            if lines.popLast() != "" { faults.append("the last line has no end") }
            if isOpenMetrics, lines.popLast() != "# EOF" { faults.append("no # EOF at the end") }
            var family = ""
            var seen: Set<String> = []
            for line in lines {
                let words = line.split(separator: " ", maxSplits: 3)
                if line.hasPrefix("# ") {
                    guard words.count == 4 else {
                        faults.append("half a line: \(line)")
                        continue
                    }
                    let (kind, name, rest) = (words[1], String(words[2]), String(words[3]))
                    switch kind {
                    case "TYPE":
                        if types.updateValue(rest, forKey: name) != nil {
                            faults.append("a type twice: \(name)")
                        }
                        family = name
                    case "UNIT":
                        if !isOpenMetrics || !name.hasSuffix("_" + rest) {
                            faults.append("unit: \(line)")
                        }
                        if units.updateValue(rest, forKey: name) != nil {
                            faults.append("unit twice")
                        }
                    case "HELP":
                        if !helps.insert(name).inserted { faults.append("help twice: \(name)") }
                    default: faults.append("a strange line: \(line)")
                    }
                    if name != family { faults.append("a line of another family: \(line)") }
                    continue
                }
                take(String(line), family, isOpenMetrics, &seen)
            }
        }

        private mutating func take(
            _ line: String, _ family: String, _ isOpenMetrics: Bool, _ seen: inout Set<String>
        ) {
            guard let blank = line.lastIndex(of: " "),
                let value = Double(line[line.index(after: blank)...])
            else { return faults.append("no number: \(line)") }
            let before = line[..<blank]
            if !seen.insert(String(before)).inserted { faults.append("twice: \(before)") }
            let name = String(before.prefix { $0 != "{" })
            var labels: [String: String] = [:]
            var rest = before.dropFirst(name.count + 1).dropLast()
            while let equals = rest.firstIndex(of: "=") {
                let label = String(rest[..<equals])
                rest = rest[equals...].dropFirst(2)
                var text = ""
                while let character = rest.popFirst(), character != "\"" {
                    text.append(character == "\\" ? "\\\(rest.popFirst() ?? " ")" : "\(character)")
                }
                if labels.updateValue(text, forKey: label) != nil { faults.append("label twice") }
                if rest.first == "," { rest = rest.dropFirst() }
            }
            let base = isOpenMetrics ? family : family.strippingSuffix
            let known = ["", "_total", "_info", "_bucket", "_count", "_sum"].map { base + $0 }
            if !known.contains(name) { faults.append("not of \(family): \(name)") }
            switch (types[family], isOpenMetrics) {
            case ("counter", true) where !name.hasSuffix("_total"):
                faults.append("no total: \(name)")
            case ("counter", _) where value < 0: faults.append("below nothing: \(line)")
            case ("stateset", _) where labels[family] == nil || ![0, 1].contains(value):
                faults.append("no state: \(line)")
            case ("info", _) where value != 1: faults.append("no fact: \(line)")
            default: break
            }
            samples.append((name, labels, value))
        }
    }

    private static func metrics(_ status: String?, link: WallPicture.Link = .here) throws
        -> WallMetrics
    {
        var counters = WallCounters()
        for number in 1...3 as ClosedRange<UInt64> {
            var call = Call(state: .missed)
            call.ringTime = .seconds(number * 12)
            let notice = Notice(
                id: NoticeID(rawValue: number), phone: "Mara's iPhone",
                category: Category(.missedCall),
                flags: [], uid: .init(rawValue: 1), appID: Text("com.example.secret"),
                title: Text("Davidson"), received: .now, call: call)
            counters.take(.notice(.missed, notice, at: .now))
        }
        var metrics = WallMetrics(
            try status.map { StatusAnswer(gently: try JSONValue(parsing: Array($0.utf8))) },
            link: link, counters,
            WebServer.Counters(), streams: 2, version: "0.1.0")
        metrics.sizes = try JSONValue(parsing: Array(#"{"notices":12,"unsent":3}"#.utf8))
        metrics.notices = ["social": 3, "missed": 1]
        return metrics
    }

    private static let status = """
        {"radio":{"state":"listening"},
        "phones":[{"name":"Mara's iPhone","phone_id":"5a0c93e1","state":"ready","notices":4,"facts":[{"name":"battery","value":80}]},
        {"name":"Theo's \\"iPhone\\"","phone_id":"5a0c93e2","state":"disconnected","notices":0},
        {"name":"no id","state":"ready"}],
        "outlets":[{"name":"serial /dev/ttyUSB0","state":"ok","lost_events":1,"queued_bytes":10},
        {"display":"quote\\" back\\\\ line\\n","state":"gone"},
        {"name":"serial /dev/ttyUSB0","state":"ok"}],
        "companions":[{"name":"mqtt","state":"works","lost":2},{"name":"wall","state":"gone"}]}
        """

    @Test(arguments: [true, false])
    func `a page is right by the rules of its form`(_ isOpenMetrics: Bool) throws {
        for status in [Self.status, "{}", "null", nil] as [String?] {
            let bytes = try Self.metrics(status).bytes(isOpenMetrics: isOpenMetrics)
            let page = Page(String(decoding: bytes, as: UTF8.self), isOpenMetrics: isOpenMetrics)
            expect(page.faults, is: [], "\(status ?? "-")")
            expect(Set(page.types.keys), is: page.helps)
            #expect(page.samples.count > 8)
            #expect(page.types.keys.allSatisfy { $0.hasPrefix("callboard_") })
            if !isOpenMetrics { expect(page.units.count, is: 0) }
        }
    }

    @Test func `the numbers are those of the bridge, and no word is of a phone`() throws {
        let bytes = try Self.metrics(Self.status).bytes(isOpenMetrics: true)
        let text = String(decoding: bytes, as: UTF8.self)
        for word in ["Mara", "Theo", "Davidson", "secret"] {
            #expect(!text.contains(word), "\(word)")
        }
        let page = Page(text, isOpenMetrics: true)
        func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
            page.samples.first { $0.name == name && $0.labels == labels }?.value
        }
        expect(value("callboard_bridge_up"), is: 1)
        expect(value("callboard_history_rows"), is: 12)
        expect(value("callboard_history_unsent"), is: 3)
        expect(value("callboard_notices", ["category": "social"]), is: 3)
        expect(value("callboard_phone_notices", ["phone": "5a0c93e1"]), is: 4)
        expect(
            value(
                "callboard_phone_state", ["phone": "5a0c93e1", "callboard_phone_state": "ready"]),
            is: 1)
        expect(
            value(
                "callboard_phone_state", ["phone": "5a0c93e2", "callboard_phone_state": "ready"]),
            is: 0)
        expect(value("callboard_battery_ratio", ["phone": "5a0c93e1"]), is: 0.8)
        expect(value("callboard_outlet_up", ["outlet": "quote\\\" back\\\\ line\\n"]), is: 0)
        expect(value("callboard_outlet_lost_total", ["outlet": "mqtt"]), is: 2)
        var nameless = try Self.metrics(Self.status)
        nameless.hasNames = false
        nameless.bridges = [.init(name: "berlin/anna", words: "", isTrouble: false)]
        let without = String(decoding: nameless.bytes(isOpenMetrics: true), as: UTF8.self)
        for word in ["ttyUSB0", "quote", "berlin", "anna"] {
            #expect(!without.contains(word), "\(word)")
        }
        #expect(without.contains("callboard_outlet_up{outlet=\"Outlet 1\"} 1\n"))
        #expect(without.contains("callboard_outlet_up{outlet=\"mqtt\"} 1\n"))
        #expect(without.contains("callboard_centre_bridge_up{bridge=\"Bridge 1\"} 1\n"))
        expect(value("callboard_calls_total", ["outcome": "missed"]), is: 3)
        expect(value("callboard_streams"), is: 2)
        let spans = page.samples.filter { $0.name == "callboard_ring_seconds_bucket" }
        expect(spans.map(\.value), is: [0, 0, 1, 2, 3, 3, 3], "each span has those before it")
        expect(spans.last?.labels["le"], is: "+Inf")
        expect(value("callboard_ring_seconds_sum"), is: 72)
        expect(value("callboard_ring_seconds_count"), is: 3)
        let gone = try Self.metrics(
            Self.status, link: .gone(since: .now, words: "gone")
        ).bytes(isOpenMetrics: true)
        #expect(String(decoding: gone, as: UTF8.self).contains("callboard_bridge_up 0\n"))
    }
}

extension String {
    /// The name of a family of the older form as its samples have it.
    fileprivate var strippingSuffix: String {
        for suffix in ["_total", "_info"] where hasSuffix(suffix) {
            return String(dropLast(suffix.count))
        }
        return self
    }
}
