import Formats
import KernelRadio
import Notices
import Radio

/// Checks of each phone without bluetoothd.
extension Check {
    static func keys(
        _ phone: PairedPhone, _ name: String, _ facts: MachineFacts
    ) -> Verdict {
        let bonds: [KernelSurvey.Bond]
        switch facts.kernel.keys {
        case .closed, .broken: return .skipped("see kernel-keys")
        case .absent: bonds = []
        case .readable(let found): bonds = found.filter { $0.phone == phone.address }
        }
        guard let bond = bonds.first else {
            return .fail(
                "there are no keys of \(name): it was paired through bluetoothd, or forgotten",
                fix: pairAnew(phone, facts))
        }
        guard let chosen = facts.kernel.chosen else { return .ok("the keys of \(name) are there") }
        if bonds.contains(where: { $0.adapter == chosen }) {
            return .ok("the keys of \(name) are there")
        }
        guard let adapter = bond.adapter else {
            return .fail(
                "\(name) knows another adapter, which is not there",
                fix: "plug that adapter in again, or pair again: \(pairAnew(phone, facts))")
        }
        return .fail(
            "\(name) knows \(adapter), and another adapter is used",
            fix: "set adapter = \(adapter) under [radio] in \(facts.configurationFile), then: "
                + facts.restart)
    }

    static func nearness(
        _ phone: PairedPhone, _ name: String, _ facts: MachineFacts
    ) -> Verdict {
        let isConnected = facts.kernel.adapters.contains { $0.connected.contains(phone.address) }
        if isConnected || facts.state(of: phone).map({ $0 != .disconnected }) == true {
            return .ok("\(name) is connected")
        }
        guard facts.kernel.access == .answered else { return .skipped("see kernel-bluetooth") }
        return .warn(
            "\(name) is not connected",
            fix: "on the iPhone, near this host: Settings > Bluetooth off and on (not in the "
                + "Control Centre)")
    }
}
