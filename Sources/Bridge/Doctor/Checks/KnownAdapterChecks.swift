import Configuration
import Formats
import Notices

extension Check {
    /// Checks for known problems of this adapter and this kernel.
    static let knownChecks = [
        Check(each: "adapter-known", known).onlyForRealPhones(),
        Check("advertising-kernel", kernel).only(for: .bluez),
    ]

    private static func known(_ facts: MachineFacts) -> [Verdict] {
        guard !facts.host.adapters.isEmpty else {
            return [.skipped("there is no adapter in /sys/class/bluetooth")]
        }
        let used = facts.host.adapters.filter { $0.name == facts.nameOfChosen }
        return (used.isEmpty ? facts.host.adapters : used).map { verdict($0, facts) }
    }

    private static func verdict(_ adapter: AdapterIdentity, _ facts: MachineFacts) -> Verdict {
        let name = "\(adapter.name) (\(adapter.words))"
        if facts.running?.phones.contains(where: { $0.state == .ready }) == true {
            return .ok("\(name) works here")
        }
        guard let entry = KnownAdapters.entry(for: adapter) else {
            return .ok(
                "\(name) is in no list yet: Docs/reference/hardware.md says where to report your "
                    + "result")
        }
        let says = "\(name), \(entry.name): \(entry.told) (\(entry.source))"
        switch entry.outcome {
        case .works: return .ok(says)
        case .mixed, .fails:
            let pair = "\(facts.given.pair)    # try it first: the report is on another program; "
            return .warn(says, fix: pair + (entry.fix ?? "Docs/reference/hardware.md lists others"))
        }
    }

    private static func kernel(_ facts: MachineFacts) -> Verdict {
        guard let version = facts.host.kernel else {
            return .skipped("the kernel's version cannot be read")
        }
        guard let entry = KnownKernels.entry(for: version) else {
            return .ok("no problem of the kernel \(version) is known")
        }
        if facts.running?.radio == .listening {
            return .ok("the kernel \(version) lets the bridge advertise")
        }
        let fixed = entry.fixed.map { "\($0) or newer" } ?? "a newer version of its series"
        return .warn(
            "the kernel \(version) refuses advertisements of many versions of bluetoothd "
                + "(\(entry.source))",
            fix: "sudo apt update && sudo apt full-upgrade && sudo reboot    # to \(fixed)")
    }
}
