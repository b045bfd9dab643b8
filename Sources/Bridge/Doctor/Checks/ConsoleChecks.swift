import Bridge
import Commands
import Formats
import Linux

extension Check {
    /// Checks of the configured terminals and LCDs.
    static let displayChecks = [Check(each: "console", consoles), Check(each: "lcd", lcds)]

    private static func consoles(_ facts: MachineFacts) -> [Verdict] {
        guard let consoles = facts.consoles else { return [.skipped("see configuration")] }
        guard !consoles.isEmpty else { return [.ok("no terminal is a display")] }
        return consoles.map { verdict($0, facts) }
    }

    /// Returns the most serious problem of a terminal used as a display.
    private static func verdict(_ console: SerialPortFacts, _ facts: MachineFacts) -> Verdict {
        let told = facts.running?.outputs.first { output in
            output.display == console.section && output.device == console.path
        }
        let isInUse = told != nil && told?.reason == nil
        guard case .terminal(let device) = console.place else {
            if isInUse { return .ok("\(console.title): the bridge shows the board") }
            return noTerminal(console, facts)
        }
        if device.hasLogin { return prompt(console, device, facts) }
        if !isInUse, let rights = serialRights(console, device, reason(told), facts) {
            return rights
        }
        if let reason = told?.reason { return failed(console, reason, facts) }
        if device.isVirtual, facts.host.printsOnScreen { return kernel(console) }
        let state = isInUse ? "the bridge shows the board" : "it is there"
        return .ok("\(console.title): \(state)")
    }

    private static func noTerminal(_ console: SerialPortFacts, _ facts: MachineFacts) -> Verdict {
        let says =
            console.place == .nothing ? "there is no such terminal" : "this is not a terminal"
        return .warn(
            "\(console.title): \(says)",
            fix: facts.setting(console, to: "/dev/tty1") + "    # the machine's own screen")
    }

    /// Verdict about a terminal with a login prompt, which overwrites the display.
    private static func prompt(
        _ console: SerialPortFacts, _ device: SerialDevice, _ facts: MachineFacts
    ) -> Verdict {
        let says = "\(console.title): there is a login prompt on it"
        guard device.isVirtual else {
            return .warn(
                says,
                fix:
                    "sudo systemctl mask --now "
                    + "serial-getty@\(ShellWord(device.node).quoted).service"
            )
        }
        guard let service = facts.serviceRights else {
            return .warn(says, fix: "sudo systemctl disable --now getty@\(device.node).service")
        }
        // With the drop-in, systemd stops the login prompt when the service starts.
        let hasDropIn = service.handed.contains("/dev/\(device.node)")
        return .warn(says, fix: hasDropIn ? service.unit.restartAnew : service.giving(device))
    }

    /// Returns the bridge's reason of a failure, worded as for serial ports, so that `serialRights` recognises it.
    private static func reason(_ told: BridgeAnswer.Output?) -> String? {
        guard let reason = told?.reason else { return nil }
        if [Errno.accessDenied, .notPermitted].contains(where: { "\($0)" == reason }) {
            return "\(SerialProblem.noPermission)"
        }
        if [Errno.noEntry, .noSuchDevice].contains(where: { "\($0)" == reason }) {
            return "\(SerialProblem.noDevice)"
        }
        return reason
    }

    private static func failed(
        _ console: SerialPortFacts, _ reason: String, _ facts: MachineFacts
    ) -> Verdict {
        .warn(
            "\(console.title): the bridge shows nothing on it: \(reason)",
            fix: facts.serviceRights != nil
                ? "\(facts.service.restartAnew)    # if its rights have changed"
                : "callboard status    # shows when it works; it is retried automatically")
    }

    private static func kernel(_ console: SerialPortFacts) -> Verdict {
        .warn(
            "\(console.title): the kernel's messages are written over the board",
            fix: "echo 'kernel.printk = 3 4 1 3' | sudo tee /etc/sysctl.d/90-callboard-screen.conf "
                + "&& sudo sysctl --system")
    }
}
