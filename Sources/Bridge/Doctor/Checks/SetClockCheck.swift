import Bridge
import Control
import Formats

extension Check {
    /// Drop-in with the right to set the clock.
    private static let example = "clock.conf"

    /// Checks whether phones can set the clock of the host, if the configuration asks for it.
    static func setClock(_ facts: MachineFacts) -> Verdict {
        guard facts.setsClock else { return .ok("phones do not set the clock of this host") }
        if let rights = facts.serviceRights, !rights.setsClock {
            return .warn(
                "set-clock = yes, but the service has no right to set the clock",
                fix: rights.giving(example))
        }
        guard let answer = facts.running else { return .skipped("no bridge answers: see bridge") }
        guard let clock = answer.clock else {
            return .warn(
                "set-clock = yes applies only after a restart of the bridge", fix: facts.restart)
        }
        guard clock.problem == nil else {
            return .warn(
                "set-clock = yes, but this bridge cannot set the clock: only root and the service "
                    + "with \(example) can", fix: fix(facts))
        }
        return .ok("the clock of this host is \(clock.words)")
    }

    /// Returns the command that starts a bridge with the right.
    private static func fix(_ facts: MachineFacts) -> String {
        // The unit that was read gives the right, but the running process was started without it.
        facts.serviceRights?.unit.restartAnew ?? facts.start
    }
}
