import Control
import Linux
import Notices

/// Status page for people.
package struct StatusPage {
    let status: StatusAnswer

    /// - Parameter columns: width of the terminal; nil if the output is not a terminal.
    func text(columns: Int? = nil) -> String {
        var rows: [(String, String)] = [("Bridge", bridge)]
        if let radio = status.radio {
            let reason = radio.reason.map { ": \($0)" } ?? ""
            rows.append(("Radio", radio.words + reason + since(radio.since)))
        }
        if status.phones.isEmpty { rows.append(("Phones", "none has connected yet")) }
        rows += status.phones.map { ("Phone", line(of: $0)) }
        if let clock = status.clock {
            let last = clock.set.map { "; last set \($0.age().roughWords) ago" } ?? ""
            rows.append(("Clock", clock.words + last))
        }
        rows += status.outlets.map { ("Output", line(of: $0)) }
        if let control = status.control { rows.append(("Control", line(of: control))) }
        rows += status.addOns.map { ("Add-on", line(of: $0)) }
        if let rules = status.rules {
            rows.append(
                (
                    "Rules",
                    "shown \(rules.shown), hidden \(rules.hidden), dropped \(rules.leftOut)"
                        + Self.ofBeacons(rules)
                ))
            rows += (rules.hits ?? []).map { rule in
                ("Rule", "\(rule.rule): \(rule.count == 1 ? "1 hit" : "\(rule.count) hits")")
            }
        }
        rows += MutePage(status.mutes).lines.map { ("Muted", $0) }
        if let beacons = status.beacons { rows += lines(of: beacons) }
        if let configuration = status.configuration {
            rows.append(("Settings", line(of: configuration)))
        }
        rows.append(
            ("Newest", status.lastNotice.map { "\($0.age().roughWords) ago" } ?? "none yet"))
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        return rows.flatMap { name, text in
            MessageLines.row(
                name.padded(to: width), Text(text).cleaned(), to: columns)
        }.map { $0 + "\n" }.joined()
    }

    private var bridge: String {
        "version \(status.version.isEmpty ? "?" : status.version), process \(status.pid)"
            + since(status.started)
    }

    private func line(of phone: StatusPhone) -> String {
        var parts = ["\(phone.name) \(phone.words)" + since(phone.since)]
        if phone.notices > 0 {
            parts.append(phone.notices == 1 ? "1 notification" : "\(phone.notices) notifications")
        }
        if phone.waiting > 0 { parts.append("\(phone.waiting) on their way") }
        if phone.leftOut > 0 { parts.append("\(phone.leftOut) dropped") }
        parts += phone.facts.map { "\($0.name) \($0.value)" + ($0.name == "battery" ? " %" : "") }
        return (parts + [phone.model].compactMap(\.self)).joined(separator: ", ")
    }

    private func line(of outlet: StatusOutlet) -> String {
        var parts = [outlet.name, outlet.reason.map { "fails: \($0)" } ?? "works"]
        if outlet.queuedBytes > 0 { parts.append("\(outlet.queuedBytes) bytes wait") }
        if outlet.lostEvents > 0 { parts.append("\(outlet.lostEvents) events lost") }
        if let count = outlet.ignoredInput, count > 0 { parts.append("\(count) commands ignored") }
        return parts.joined(separator: ", ")
    }

    private func line(of control: StatusControl) -> String {
        "\(control.path), clients: \(control.clients)"
            + (control.lostEvents > 0
                ? ", events lost by slow clients: \(control.lostEvents)" : "")
    }

    private func line(of addOn: StatusAddOn) -> String {
        // Any user with the right to read may give a program this name.
        let name = addOn.name + (addOn.user.map { " (of the user \($0))" } ?? "")
        let since = since(addOn.since)
        if addOn.state == "gone" { return "\(name) is gone" + since }
        let state = addOn.state == "works" ? "works" : "fails"
        var parts = ["\(name) \(state): \(addOn.words)" + since]
        if addOn.waiting > 0 { parts.append("\(addOn.waiting) wait") }
        if addOn.lost > 0 { parts.append("\(addOn.lost) lost") }
        if let trouble = addOn.trouble { parts.append("last trouble: \(trouble)") }
        return parts.joined(separator: ", ")
    }

    private func lines(of beacons: StatusBeacons) -> [(String, String)] {
        var line = "listens \(beacons.words)"
        if beacons.regions > 0 {
            line += ", \(beacons.near) of \(beacons.regions) near, \(beacons.inAir) in the air"
        }
        return [("Beacons", line)]
            + beacons.broadcasts.map { broadcast in
                let state = broadcast.isOnAir ? "on air, " : "not on air: "
                return ("Sends", "beacon \(broadcast.name), \(state)\(broadcast.words)")
            }
    }

    /// Returns the effect of rules on beacon events, which are not notifications.
    private static func ofBeacons(_ rules: StatusRules) -> String {
        guard let shown = rules.shownBeacons, let leftOut = rules.leftOutBeacons,
            shown + leftOut > 0
        else { return "" }
        return "; of beacons: shown \(shown), dropped \(leftOut)"
    }

    private func line(of configuration: StatusConfiguration) -> String {
        let file = configuration.file
        var line = configuration.exists ? file : "none at \(file)"
        if let problem = configuration.problem {
            let first = problem.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
            line += ", not accepted when it was read again: \(first)"
        }
        let waiting = configuration.needsRestart
        if !waiting.isEmpty { line += ", needs a restart: \(waiting.joined(separator: ", "))" }
        return line
    }

    private func since(_ time: WallTime?) -> String {
        time.map { ", for \($0.age().roughWords)" } ?? ""
    }
}
