import Formats
import JSON
import Linux
import Notices

/// How the bridge is doing, as a person reads it.
package struct StatusPage {
    let status: JSONValue

    /// - Parameter columns: how wide the terminal is; nil if nobody reads it on one.
    func text(columns: Int? = nil) -> String {
        var rows: [(String, String)] = [("Bridge", bridge)]
        if let radio = status["radio"] {
            let reason = radio.text("reason").map { ": \($0)" } ?? ""
            rows.append(
                ("Radio", (radio.text("words") ?? "") + reason + since(radio.text("since"))))
        }
        let phones = status.list("phones")
        if phones.isEmpty { rows.append(("Phones", "none has connected yet")) }
        for phone in phones { rows.append(("Phone", line(ofPhone: phone))) }
        for outlet in status.list("outlets") { rows.append(("Output", line(ofOutlet: outlet))) }
        if let control = status["control"] { rows.append(("Control", line(ofControl: control))) }
        for companion in status.list("companions") {
            rows.append(("Companion", line(ofCompanion: companion)))
        }
        if let rules = status["rules"] { rows.append(("Rules", line(ofRules: rules))) }
        for rule in status["rules"]?.list("hits") ?? [] {
            let hits = rule.number("count") ?? 0
            rows.append(
                ("Rule", "\(rule.text("rule") ?? ""): \(hits == 1 ? "1 hit" : "\(hits) hits")"))
        }
        for line in MutePage(status: status).lines { rows.append(("Muted", line)) }
        if let beacons = status["beacons"] { rows += lines(ofBeacons: beacons) }
        if let configuration = status["configuration"] {
            rows.append(("Settings", line(ofConfiguration: configuration)))
        }
        let age = status.text("last_notice").flatMap(Self.age)
        rows.append(("Notices", age.map { "last \($0) ago" } ?? "none yet"))
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        return rows.flatMap { name, text in
            MessageLines.row(
                name + String(repeating: " ", count: width - name.count), Text(text).cleaned(),
                to: columns)
        }.map { $0 + "\n" }.joined()
    }

    private var bridge: String {
        "version \(status.text("version") ?? "?"), process \(status.number("pid") ?? 0)"
            + since(status.text("started"))
    }

    private func line(ofPhone phone: JSONValue) -> String {
        var parts = [
            "\(phone.text("name") ?? "") \(phone.text("words") ?? "")" + since(phone.text("since"))
        ]
        if let count = phone.number("notices"), count > 0 {
            parts.append(count == 1 ? "1 notice" : "\(count) notices")
        }
        if let count = phone.number("waiting"), count > 0 { parts.append("\(count) on their way") }
        if let count = phone.number("left_out"), count > 0 { parts.append("\(count) left out") }
        for fact in phone.list("facts") {
            parts.append("\(fact.text("name") ?? "") \(fact.number("value") ?? 0)")
        }
        return parts.joined(separator: ", ")
    }

    private func line(ofOutlet outlet: JSONValue) -> String {
        var parts = [outlet.text("name") ?? ""]
        parts.append(outlet.text("reason").map { "fails: \($0)" } ?? "works")
        if let bytes = outlet.number("queued_bytes"), bytes > 0 {
            parts.append("\(bytes) bytes wait")
        }
        if let lost = outlet.number("lost_events"), lost > 0 { parts.append("\(lost) events lost") }
        if let count = outlet.number("ignored_input"), count > 0 {
            parts.append("\(count) commands ignored")
        }
        return parts.joined(separator: ", ")
    }

    private func line(ofControl control: JSONValue) -> String {
        var line = "\(control.text("path") ?? ""), clients: \(control.number("clients") ?? 0)"
        if let lost = control.number("lost_events"), lost > 0 {
            line += ", events that slow ones lost: \(lost)"
        }
        return line
    }

    private func line(ofCompanion companion: JSONValue) -> String {
        // Any user who may read may call a program so.
        let name =
            (companion.text("name") ?? "")
            + (companion.text("user").map { " (of the user \($0))" } ?? "")
        let since = since(companion.text("since"))
        let state = companion.text("state")
        if state == "gone" { return "\(name) is gone" + since }
        var parts = [
            "\(name) \(state == "works" ? "works" : "fails"): \(companion.text("words") ?? "")"
                + since
        ]
        if let count = companion.number("waiting"), count > 0 { parts.append("\(count) wait") }
        if let count = companion.number("lost"), count > 0 { parts.append("\(count) lost") }
        if let trouble = companion.text("trouble") { parts.append("last trouble: \(trouble)") }
        return parts.joined(separator: ", ")
    }

    private func line(ofRules rules: JSONValue) -> String {
        "shown \(rules.number("shown") ?? 0), hidden \(rules.number("hidden") ?? 0), "
            + "left out \(rules.number("left_out") ?? 0)" + Self.ofBeacons(rules)
    }

    /// What rules have done with events around beacons, which are no notices.
    private static func ofBeacons(_ rules: JSONValue) -> String {
        let (shown, leftOut) = (rules.number("shown_beacons"), rules.number("left_out_beacons"))
        guard let shown, let leftOut, shown + leftOut > 0 else { return "" }
        return "; of beacons: shown \(shown), left out \(leftOut)"
    }

    private func lines(ofBeacons beacons: JSONValue) -> [(String, String)] {
        let regions = beacons.number("regions") ?? 0
        var line = "listens \(beacons.text("words") ?? "")"
        if regions > 0 {
            line += ", \(beacons.number("near") ?? 0) of \(regions) near"
            line += ", \(beacons.number("in_air") ?? 0) in the air"
        }
        let broadcasts = beacons.list("broadcasts").map { broadcast in
            let words = broadcast.text("words") ?? ""
            let state = broadcast.isTrue("on_air") ? "on air, \(words)" : "not on air: \(words)"
            return ("Sends", "beacon \(broadcast.text("name") ?? ""), \(state)")
        }
        return [("Beacons", line)] + broadcasts
    }

    private func line(ofConfiguration configuration: JSONValue) -> String {
        let file = configuration.text("file") ?? ""
        var line = configuration.isTrue("exists") ? file : "none at \(file)"
        if let problem = configuration.text("problem") {
            let first = problem.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
            line += ", not accepted when it was read again: \(first)"
        }
        let waiting = configuration.list("needs_restart").compactMap(\.text)
        if !waiting.isEmpty { line += ", needs a restart: \(waiting.joined(separator: ", "))" }
        return line
    }

    private func since(_ timestamp: String?) -> String {
        timestamp.map(Self.clause) ?? ""
    }

    /// For how long something has been so, as a clause.
    package static func clause(since timestamp: String) -> String {
        age(timestamp).map { ", for \($0)" } ?? ""
    }

    /// How long ago a moment was.
    private static func age(_ timestamp: String) -> String? {
        guard let time = WallTime(timestamp: timestamp) else { return nil }
        let seconds = max(0, (WallTime.now.milliseconds - time.milliseconds) / 1000)
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3600, seconds / 60)
        if days > 1 { return "\(days) days" }
        if hours > 1 { return "\(hours) h" }
        return minutes > 1 ? "\(minutes) min" : "\(seconds) s"
    }
}
