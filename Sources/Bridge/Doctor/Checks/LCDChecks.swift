import Bridge
import Commands
import Formats
import Linux
import Settings

extension Check {
    /// Checks the servers of character displays.
    static func lcds(_ facts: MachineFacts) -> [Verdict] {
        guard let lcds = facts.lcds else { return [.skipped("see configuration")] }
        guard !lcds.isEmpty else { return [.ok("there are no character displays")] }
        return lcds.map { verdict($0, facts) }
    }

    /// Returns the first problem of a display.
    private static func verdict(_ lcd: LCDFacts, _ facts: MachineFacts) -> Verdict {
        let told = facts.running?.outputs.first { output in
            output.display == lcd.section && output.device == "\(lcd.host):\(lcd.port)"
        }
        if told != nil, told?.reason == nil { return .ok("\(lcd.title): the bridge uses it") }
        switch lcd.answer {
        case .unknownHost:
            return .warn(
                "\(lcd.title): its host name cannot be found",
                fix: "set host under [\(lcd.section)] in \(facts.configurationFile)")
        case .unreachable(let error): return unreachable(lcd, error, facts)
        case .reached: break
        }
        if let service = facts.serviceRights, let network = network(lcd, service) { return network }
        if let reason = told?.reason {
            return .warn(
                "\(lcd.title): the bridge cannot use it: \(reason)",
                fix: facts.serviceRights != nil
                    ? "\(facts.service.restartAnew)    # if its rights have changed"
                    : "callboard status    # shows when it works; it is retried automatically")
        }
        return .ok("\(lcd.title): LCDd answers")
    }

    private static func unreachable(
        _ lcd: LCDFacts, _ error: Errno, _ facts: MachineFacts
    ) -> Verdict {
        guard lcd.isLocal else {
            return .warn(
                "\(lcd.title): it cannot be reached: \(error)",
                fix: "systemctl status lcdproc    # on that host; Bind= in its LCDd.conf must let "
                    + "other hosts in"
            )
        }
        if !lcd.isInstalled {
            return .warn(
                "\(lcd.title): LCDd is not installed",
                fix: "sudo apt install lcdproc lcdproc-extra-drivers")
        }
        if !lcd.isRunning {
            return .warn(
                "\(lcd.title): LCDd does not run", fix: "sudo systemctl enable --now lcdproc")
        }
        return .warn(
            "\(lcd.title): LCDd runs and cannot be reached at this port: \(error)",
            fix: "grep -nE '^(Port|Bind)' /etc/LCDd.conf    # set port and host under "
                + "[\(lcd.section)] in \(facts.configurationFile) to these")
    }

    /// Returns a verdict if systemd does not let the service reach the server; nil if it does.
    private static func network(_ lcd: LCDFacts, _ service: ServiceRights) -> Verdict? {
        guard service.network.isOpen else {
            return .warn(
                "\(lcd.title): the service has no network", fix: service.giving("lcd.conf"))
        }
        let allowed = service.network.addresses
        if lcd.isLocal {
            if !allowed.isEmpty { return nil }
        } else if allowed.contains(where: { $0 != "localhost" }) {
            return nil
        }
        let word =
            lcd.isLocal ? "localhost" : lcd.hasAddress ? ShellWord(lcd.host).quoted : "ADDRESS"
        return .warn(
            "\(lcd.title): the service may not reach this address",
            fix: service.adding("IPAddressAllow=%s", word, to: "lcd-host.conf"))
    }
}
