import Bridge
import Commands
import Configuration
import Control
import Formats
import Linux
import Notices
import Outlets

extension Check {
    /// Checks of the running bridge and its connections.
    static let bridgeChecks = [
        Check("bridge", bridge), Check("bridge-access", rights), Check("bridge-version", version),
        Check("bridge-radio", radio), Check("bridge-configuration", taken),
        Check(each: "outputs", outputs),
    ]

    private static func bridge(_ facts: MachineFacts) -> Verdict {
        switch facts.bridge {
        case .answered, .refused: return .ok("a bridge runs")
        case .silent(.denied), .silent(.turnedAway): return .ok("a bridge is there")
        case .silent(.noBridge(ControlPath.system)):
            return .fail("no bridge runs", fix: facts.start)
        case .silent(.noBridge(let path)):
            return .fail(
                "no bridge runs at \(path)",
                fix: facts.hasService
                    ? "\(facts.start)    # or your own: callboard run" : facts.start)
        case .silent(let failure):
            return .fail("\(failure)", fix: facts.restart)
        }
    }

    private static func rights(_ facts: MachineFacts) -> Verdict {
        switch facts.bridge {
        case .answered: return .ok("this user has access to the bridge")
        case .refused(let sentence, true):
            return .warn(sentence, fix: "sudo callboard doctor    # or become a member, see above")
        case .refused(let sentence, false):
            return .warn(sentence, fix: "callboard status    # again in a moment")
        case .silent(.denied(_, let group?)) where group != "root":
            return .warn(
                "only members of the group \(group) have access to the bridge",
                fix: "sudo usermod -aG \(ShellWord(group).quoted) \"$USER\"    # then log in again")
        case .silent(.denied):
            return .warn(
                "only root and the bridge's own user have access to the bridge",
                fix: "sudo callboard doctor    # or set read-group under [control] in "
                    + facts.configurationFile)
        case .silent(.turnedAway(let refusal)):
            return .warn(refusal.sentence, fix: "callboard status    # again in a moment")
        case .silent: return .skipped("see bridge")
        }
    }

    private static func version(_ facts: MachineFacts) -> Verdict {
        guard let answer = facts.running else { return .skipped(unanswered) }
        guard answer.version == ProgramVersion.current else {
            return .warn(
                "the bridge that runs is of version \(answer.version), this program of "
                    + ProgramVersion.current, fix: facts.restart)
        }
        return .ok("the bridge is of the version of this program, \(answer.version)")
    }

    private static func radio(_ facts: MachineFacts) -> Verdict {
        guard let answer = facts.running else { return .skipped(unanswered) }
        let reason = answer.radioReason.map { ": \($0)" } ?? ""
        if facts.radio == .kernel, let condition = answer.radio, condition != .listening {
            return kernelRadio(condition, answer, facts)
        }
        switch answer.radio {
        case nil where answer.isSimulated: return .ok("the phones are simulated: see phones-real")
        case nil: return .warn("the radio is starting", fix: "callboard doctor    # again")
        case .listening: return .ok("the radio waits for phones")
        case .notAdvertising:
            return .fail(
                "the bridge does not advertise, so no phone can connect\(reason)",
                fix: "sudo systemctl restart bluetooth")
        case .off:
            return .fail("the bridge's adapter is off\(reason)", fix: "bluetoothctl power on")
        case .noAdapter:
            return .fail(
                "the bridge has no adapter\(reason)",
                fix: "bluetoothctl list    # see adapter and adapter-chosen")
        case .noService:
            return .fail(
                "the bridge does not reach bluetoothd\(reason)",
                fix: "sudo systemctl enable --now bluetooth")
        }
    }

    private static func kernelRadio(
        _ condition: RadioCondition, _ answer: BridgeAnswer, _ facts: MachineFacts
    ) -> Verdict {
        let reason = answer.radioReason.map { ": \($0)" } ?? ""
        let fix =
            switch condition {
            case .noService:
                "sudo systemctl disable --now bluetooth    # see kernel-rival and kernel-bluetooth"
            case .noAdapter:
                "sudo dmesg | grep -i bluetooth    # see kernel-adapter and kernel-chosen"
            case .off: "sudo rfkill unblock bluetooth\(facts.andRestart)"
            case .notAdvertising, .listening: facts.restart
            }
        return .fail(
            "Bluetooth: \(answer.radioWords ?? condition.words)\(reason)", fix: fix)
    }

    private static func taken(_ facts: MachineFacts) -> Verdict {
        guard let answer = facts.running else { return .skipped(unanswered) }
        if let problem = answer.configurationProblem {
            let first = problem.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
            return .warn(
                "the bridge still uses an earlier configuration: \(first)",
                fix: "\(facts.given.configCheck)    # fix it, then: "
                    + facts.reload)
        }
        if let read = answer.configurationRead, let changed = facts.configurationChanged,
            // File times and clock times can differ by milliseconds.
            changed.milliseconds > read.milliseconds + 1000
        {
            return .warn(
                "the configuration was changed after the bridge read it",
                fix: "\(facts.given.configCheck) && \(facts.reload)")
        }
        if !answer.needsRestart.isEmpty {
            return .warn(
                "changes of \(answer.needsRestart.joined(separator: ", ")) apply only once the "
                    + "bridge is restarted", fix: facts.restart)
        }
        return .ok("the bridge uses the present configuration")
    }

    private static func outputs(_ facts: MachineFacts) -> [Verdict] {
        guard let answer = facts.running else { return [.skipped(unanswered)] }
        // Serial ports and most displays have checks of their own.
        let displays = (facts.consoles ?? []).map(\.section) + (facts.lcds ?? []).map(\.section)
        let outputs = answer.outputs.filter { output in
            output.port == nil && output.display.map { !displays.contains($0) } ?? true
        }
        let bad = outputs.compactMap { output -> Verdict? in
            let name = output.name
            if output.reason == OutputConfiguration.nobodyReads {
                return .warn(
                    "the output \(name) has no reader",
                    fix: "callboard status    # shows when it has one")
            }
            if let reason = output.reason, output.display != nil {
                return .warn(
                    "nothing is shown on \(name): \(reason)",
                    fix: "callboard status    # shows when it works; it is retried automatically")
            }
            if let reason = output.reason {
                return .fail(
                    "the output \(name) fails: \(reason)",
                    fix: "callboard status    # shows when it works; it is retried automatically "
                        + "once its reason is gone")
            }
            guard output.lostEvents > 0 else { return nil }
            return .warn(
                "the output \(name) was too slow and has lost \(output.lostEvents) events",
                fix: "callboard status    # see whether the number grows, and what reads there")
        }
        if !bad.isEmpty { return bad }
        return [.ok(outputs.isEmpty ? "there are no outputs" : "all outputs work")]
    }

    private static let unanswered = "the bridge did not say: see bridge and bridge-access"
}
