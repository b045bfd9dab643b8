import Bridge
import Configuration
import Formats

/// Check of which of the two services starts with the host.
extension Check {
    static func service(_ facts: MachineFacts) -> Verdict {
        let enabled = facts.host.enabledServices
        if enabled.count > 1 {
            return .warn(
                "callboard and callboard-kernel both start with the host, and each stops the other",
                fix: "\(other(than: facts.service).disable) && \(facts.service.restart)")
        }
        if facts.running?.kind != nil, facts.configuredRadio == .simulated {
            return .warn(
                "the bridge that runs is for real phones, and the configuration says radio = "
                    + "simulated",
                fix:
                    "\(facts.restart)    # for simulated ones; with the radio of the "
                    + "kernel: "
                    + "\(ServiceUnit.kernel.disable) && \(ServiceUnit.usual.enable)")
        }
        if let kind = facts.running?.kind, let configured = facts.configuredRadio?.real,
            kind != configured
        {
            return .warn(
                "the bridge that runs uses radio = \(kind.rawValue), and the configuration says "
                    + "\(configured.rawValue), which callboard pair uses if no bridge runs",
                fix: "set radio = \(kind.rawValue) under [radio] in \(facts.configurationFile)")
        }
        if let only = enabled.first, only != facts.service {
            return .warn(
                "\(only.name) starts with the host, and with radio = \(facts.radio.rawValue) it is "
                    + "\(facts.service.name) that fits",
                fix: "\(only.disable) && \(facts.service.enable)")
        }
        return .ok("no other service conflicts with \(facts.service.name)")
    }

    private static func other(than service: ServiceUnit) -> ServiceUnit {
        service == .kernel ? .usual : .kernel
    }
}
