import Commands
import Linux
import Outlets

extension Check {
    /// The programs beside the bridge: what they say of themselves, or that they have gone.
    static let companionChecks = [Check(each: "companion", companions)]

    private static func companions(_ facts: MachineFacts) -> [Verdict] {
        guard let answer = facts.running else { return [.skipped("see bridge and bridge-access")] }
        guard !answer.companions.isEmpty else {
            return [.ok("no other program has told the bridge that it works for it")]
        }
        return answer.companions.map { companion in
            let unit = ShellWord("callboard-\(companion.name)").quoted
            let trouble = companion.trouble.map { "; the last trouble: \($0)" } ?? ""
            switch companion.state {
            case "works" where companion.lost == 0:
                return .ok("\(companion.name): \(companion.words)")
            case "works":
                return .warn(
                    "\(companion.name) works, but has lost \(companion.lost)\(trouble)",
                    fix: "journalctl -u \(unit)")
            case "gone":
                return .warn(
                    "\(companion.name) was here and is gone", fix: "systemctl status \(unit)")
            default:
                return .warn(
                    "\(companion.name): \(companion.words)\(trouble)", fix: "journalctl -u \(unit)")
            }
        }
    }
}
