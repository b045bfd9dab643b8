import Bridge
import Commands
import Configuration
import Formats
import KernelRadio
import Linux

extension Check {
    /// Checks of the kernel's Bluetooth, for use without bluetoothd.
    static let kernelChecks = [
        Check("kernel-bluetooth", bluetooth), Check("kernel-rival", rival),
        Check("kernel-adapter", adapter), Check("kernel-chosen", choice),
        Check("kernel-power", power), Check("kernel-security", security),
        Check("kernel-resolution", resolution),
        Check("kernel-closed", door), Check("kernel-rights", rights),
        Check("kernel-keys", keys),
    ].map { $0.only(for: .kernel) }

    private static let unseen = "see kernel-bluetooth"

    private static func bluetooth(_ facts: MachineFacts) -> Verdict {
        switch facts.kernel.access {
        case .answered: .ok("the kernel answers")
        case .obstructed(.noCapability):
            .skipped("the kernel reports its adapters only to root: sudo callboard doctor")
        case .obstructed(.noBluetooth):
            .fail(
                "the kernel has no Bluetooth",
                fix: "sudo modprobe bluetooth    # says why; a container has none of its own")
        case .obstructed(.refused(let error)):
            .fail("the kernel refuses: \(error)", fix: "sudo dmesg | grep -i bluetooth")
        case .failed(let reason):
            .fail("the kernel did not answer: \(reason)", fix: "sudo dmesg | grep -i bluetooth")
        }
    }

    private static func rival(_ facts: MachineFacts) -> Verdict {
        let mask = "if it starts again: sudo systemctl mask bluetooth"
        switch facts.kernel.daemon {
        case .running(let process):
            return .fail(
                "bluetoothd (process \(process)) has the adapters to itself",
                fix: "sudo systemctl disable --now bluetooth    # \(mask)")
        case .unknown(let error):
            return .skipped("the processes of this host cannot be seen: \(error)")
        case .absent where facts.host.startsDaemon:
            return .warn(
                "bluetoothd does not run, but starts by itself and then stops the bridge",
                fix: "sudo systemctl disable bluetooth    # \(mask)")
        case .absent: return .ok("bluetoothd does not run, and does not start by itself")
        }
    }

    private static func adapter(_ facts: MachineFacts) -> Verdict {
        guard facts.kernel.access == .answered else { return .skipped(unseen) }
        let adapters = facts.kernel.adapters
        guard let first = adapters.first else {
            return .fail(
                "the kernel has no Bluetooth adapter",
                fix: "ls /sys/class/bluetooth    # plug one in until it is listed; what is "
                    + "missing: sudo dmesg | grep -i bluetooth")
        }
        guard adapters.contains(where: { !$0.lacks.contains(.lowEnergy) }) else {
            return .fail(
                "\(first.name) has no Low Energy, or no Bluetooth address; notifications need both",
                fix: "use an adapter with Bluetooth 4.0 or newer")
        }
        return .ok(adapters.map(\.name).joined(separator: ", "))
    }

    private static func choice(_ facts: MachineFacts) -> Verdict {
        guard let fit = facts.kernel.adapters.first(where: { !$0.lacks.contains(.lowEnergy) })
        else {
            return .skipped("see kernel-adapter")
        }
        if let chosen = facts.kernel.chosen { return .ok("\(chosen) is the one that is used") }
        return .fail(
            "the adapter that was asked for is not there, or has no Low Energy",
            fix: "plug it in, or set adapter = \(fit.name) under [radio] in "
                + "\(facts.configurationFile), then: \(facts.restart)")
    }

    private static func power(_ facts: MachineFacts) -> Verdict {
        guard let adapter = facts.chosenByKernel else { return .skipped("see kernel-chosen") }
        if adapter.isPowered { return .ok("\(adapter.name) is on") }
        guard facts.running?.radio == nil else {
            return .fail("\(adapter.name) is off", fix: facts.restart)
        }
        return .ok("\(adapter.name) is off; the bridge switches it on")
    }

    private static func security(_ facts: MachineFacts) -> Verdict {
        guard let adapter = facts.chosenByKernel else { return .skipped("see kernel-chosen") }
        if adapter.lacks.contains(.secureConnections) {
            return .warn(
                "\(adapter.name) has no Secure Connections: an eavesdropper during pairing can "
                    + "read everything from then on",
                fix: "use an adapter with Bluetooth 4.2 or newer")
        }
        if adapter.lacks.contains(.privacy) {
            return .warn(
                "\(adapter.name) always uses the same address, which any device nearby can "
                    + "recognise",
                fix: "use an adapter with Bluetooth 4.2 or newer")
        }
        return .ok("\(adapter.name) has Secure Connections and an address that changes")
    }

    private static func resolution(_ facts: MachineFacts) -> Verdict {
        guard let adapter = facts.chosenByKernel else { return .skipped("see kernel-chosen") }
        guard adapter.resolvesAddresses else {
            return .ok("the kernel resolves a phone's changing address")
        }
        return .ok(
            "\(adapter.name) resolves a phone's changing address itself; if a phone "
                + "that has forgotten this host cannot pair again, answer yes where callboard pair "
                + "asks to forget its old bond")
    }

    private static func door(_ facts: MachineFacts) -> Verdict {
        guard let adapter = facts.chosenByKernel else { return .skipped("see kernel-chosen") }
        guard adapter.isPowered, adapter.isBondable else {
            return .ok("no phone can pair unless callboard pair runs")
        }
        return .warn(
            "\(adapter.name) lets any device nearby pair, which is intended only while callboard "
                + "pair runs",
            fix: facts.restart)
    }

    private static func rights(_ facts: MachineFacts) -> Verdict {
        if facts.running?.kind == .kernel { return .ok("the bridge that runs may manage adapters") }
        guard let service = facts.serviceRights else {
            return .skipped(
                "\(facts.service.file) is not installed, or does not use this configuration")
        }
        guard service.managesAdapters else {
            return .fail(
                "\(facts.service.file) does not get the capability CAP_NET_ADMIN, or no Bluetooth",
                fix: "systemctl cat \(facts.service.name)    # shows which line takes it away")
        }
        return .ok("\(facts.service.file) may manage adapters, and nothing else")
    }

    private static func keys(_ facts: MachineFacts) -> Verdict {
        let file = "\(facts.state.folder)/\(KeyMemory.file)"
        switch facts.kernel.keys {
        case .absent: return .ok("there are no keys of phones yet")
        case .closed: return .skipped("\(file) is closed to this user: sudo callboard doctor")
        case .readable: return .ok("\(file) is in order")
        case .broken(let sentence):
            return .fail(
                sentence,
                fix: "sudo mv \(ShellWord(file).quoted) \(ShellWord(file + ".broken").quoted)    # "
                    + "then pair again: \(facts.given.pair)")
        }
    }
}

extension MachineFacts {
    /// The adapter that a bridge without bluetoothd uses.
    var chosenByKernel: KernelSurvey.Adapter? {
        kernel.adapters.first { $0.name == kernel.chosen }
    }
}
