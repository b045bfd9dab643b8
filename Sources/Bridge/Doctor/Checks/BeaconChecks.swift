import BlueZRadio
import Configuration
import Formats
import KernelRadio

extension Check {
    /// Checks of beacon scanning and broadcasting.
    static let beaconChecks = [
        Check("beacon-listening", listening), Check("beacon-sending", sending),
    ].map { $0.onlyForRealPhones() }

    private static let unread = "see configuration"
    /// Prefix of a status of a bridge that should listen but does not.
    private static let deaf = "it does not listen"

    private static func listening(_ facts: MachineFacts) -> Verdict {
        guard let beacons = facts.beacons else { return .skipped(unread) }
        guard let scan = beacons.listening else {
            return .ok("no beacon and no presence is configured, so nothing listens")
        }
        if let words = facts.running?.beacons, words.hasPrefix(deaf) {
            return .fail(words, fix: facts.restart)
        }
        return switch facts.radio {
        case .kernel:
            .ok("the kernel scans passively, \(scan); each message in reach wakes the bridge")
        case .bluez:
            .ok(
                "bluetoothd scans actively, \(scan), and sends each message to the whole bus; "
                    + "the kernel's radio does neither")
        }
    }

    private static func sending(_ facts: MachineFacts) -> Verdict {
        guard let beacons = facts.beacons else { return .skipped(unread) }
        guard beacons.broadcasts > 0 else { return .ok("no broadcast is configured") }
        guard let name = facts.nameOfChosen else {
            return .skipped("see \(facts.radio == .kernel ? "kernel-chosen" : "adapter-chosen")")
        }
        switch (facts.hasExtendedAdvertising, facts.radio) {
        case (nil, _):
            return .skipped("\(name) does not say whether it sends several messages at once")
        case (false, .kernel):
            return .ok(
                "\(name) sends one message at a time: each beacon has turns of 1 s, and the "
                    + "advertisement for phones half of the time")
        case (false, .bluez):
            return .ok(
                "\(name) sends one message at a time: each beacon has turns of 1 s, and the "
                    + "advertisement for phones turns of 2 s")
        case (true, .kernel):
            return .ok(
                "\(name) sends each beacon with its own interval, in addition to the "
                    + "advertisement for phones")
        case (true, .bluez):
            return .warn(
                "bluetoothd before 5.77 sends a beacon each 1.28 s, whatever its interval is",
                fix:
                    "sudo callboard doctor --radio kernel    # that radio sends as configured; or set "
                    + "MinAdvertisementInterval and MaxAdvertisementInterval to 100 under [LE] in "
                    + "/etc/bluetooth/main.conf")
        }
    }
}

extension MachineFacts {
    /// Whether the adapter of the bridge can send several advertisements at a time.
    fileprivate var hasExtendedAdvertising: Bool? {
        switch radio {
        case .bluez: chosen?.advertising?.isExtended
        case .kernel:
            kernel.adapters.first { $0.name == kernel.chosen }?.hasExtendedAdvertising
        }
    }
}
