import Commands
import Control
import Formats
import Linux

extension Check {
    /// Checks of the add-on services: reported failures, and services that are gone or missing.
    static let addOnChecks = [Check(each: "companion", addOns)]

    private static func addOns(_ facts: MachineFacts) -> [Verdict] {
        guard let answer = facts.running else {
            // A missing installation is reported even without a bridge.
            let absent = facts.addOns.filter { $0.isWanted && $0.program == nil }.map(verdict)
            return absent.isEmpty ? [.skipped("see bridge and bridge-access")] : absent
        }
        let missing = facts.addOns.filter { addOn in
            addOn.isWanted && !answer.addOns.contains { $0.name == addOn.name }
        }
        let verdicts = answer.addOns.map(verdict) + missing.map(verdict)
        return verdicts.isEmpty
            ? [.ok("no add-on service has reported to the bridge")] : verdicts
    }

    private static func verdict(on addOn: StatusAddOn) -> Verdict {
        let unit = ShellWord(AddOnFacts.unit(of: addOn.name)).quoted
        let trouble = addOn.trouble.map { "; the last trouble: \($0)" } ?? ""
        switch addOn.state {
        case "works" where addOn.lost == 0:
            return .ok("\(addOn.name): \(addOn.words)")
        case "works":
            return .warn(
                "\(addOn.name) works, but has lost \(addOn.lost) items\(trouble)",
                fix: "journalctl -u \(unit)")
        case "gone":
            return .warn(
                "\(addOn.name) was connected and is gone", fix: "systemctl status \(unit)")
        default:
            return .warn(
                "\(addOn.name): \(addOn.words)\(trouble)", fix: "journalctl -u \(unit)")
        }
    }

    /// Verdict about a service that has not reported to the bridge.
    private static func verdict(on missing: AddOnFacts) -> Verdict {
        let (name, unit) = (missing.name, missing.unit)
        if missing.program == nil {
            return .warn(
                missing.isConfigured
                    ? "[\(name)] is configured, and \(unit) is not installed"
                    : "the service \(unit) is enabled, and its program is not installed",
                fix: "install the package \(unit)")
        }
        if !missing.isEnabled {
            return .warn(
                "[\(name)] is configured, but \(unit) has not been started",
                fix: "sudo systemctl enable --now \(unit)")
        }
        return .warn("\(unit) has not connected to the bridge", fix: "systemctl status \(unit)")
    }
}

extension AddOnFacts {
    /// Findings of the service's own check, at most as warnings: notifications arrive without it.
    var findings: [Finding] {
        switch answer {
        case .notAsked: []
        case .onlyRoot:
            [Finding(id: name, verdict: .skipped("only root can run the checks of \(unit)"))]
        case .nothing:
            [
                Finding(
                    id: name,
                    verdict: .warn("\(unit) could not be asked", fix: "sudo \(unit) check"))
            ]
        case .found(let findings):
            findings.map { finding in
                guard finding.verdict.status == .fail else { return finding }
                let verdict = finding.verdict
                return Finding(
                    id: finding.id,
                    verdict: Verdict(status: .warn, says: verdict.says, fix: verdict.fix))
            }
        }
    }
}
