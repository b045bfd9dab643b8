import Bridge
import Linux

/// Access of the service to devices and networks, by its unit.
struct ServiceRights: Hashable, Sendable {
    /// User number of the service; the maximum if the account does not exist.
    var user = UInt32.max
    /// Whether the service sees the devices of the host.
    var seesDevices = false
    /// Values of `SupplementaryGroups=`.
    var groups: [String] = []
    /// Account of the service.
    var account = "callboard"
    /// Primary group.
    var firstGroup = "callboard"
    /// Groups that list the account as a member in `/etc/group`, which systemd also applies.
    var accountGroups: Set<String> = []
    /// Devices that it may open.
    var devices = ServiceDevices()
    /// Devices assigned to it by `ExecStartPre=` at each start.
    var handed: Set<String> = []
    /// Network access.
    var network = ServiceNetwork()
    /// Folder of example drop-ins.
    var examples: String
    /// Whether it has the capability to manage adapters.
    var hasCapability = false
    /// Access to the clock of the host.
    var clock = ServiceClock()
    /// The unit.
    var unit = ServiceUnit.usual

    /// Whether it can set the clock of the host.
    var setsClock: Bool { clock.hasCapability && !clock.isProtected && clock.allowsCalls }

    /// Whether it can use the kernel's Bluetooth.
    var managesAdapters: Bool {
        hasCapability && network.isShared && network.families.contains("AF_BLUETOOTH")
    }

    /// Returns whether it is a member of a group.
    func isMember(of group: UserGroup) -> Bool {
        let given = groups + [firstGroup]
        return given.contains { $0 == group.name || $0 == "\(group.number)" }
            || accountGroups.contains(group.name)
    }
}

/// Access to the clock that systemd grants the service.
struct ServiceClock: Hashable, Sendable {
    /// Whether it has the capability to set clocks.
    var hasCapability = false
    /// Value of `ProtectClock=`.
    var isProtected = true
    /// Whether the system call that sets the clock is allowed.
    var allowsCalls = false

    /// Applies the words of a `SystemCallFilter=` value.
    mutating func take(calls words: [String]) {
        let names: Set = ["adjtimex", "clock_adjtime", "@clock"]
        // An empty value clears the list, and then everything is allowed.
        if words.isEmpty { allowsCalls = true }
        let isDenial = words.first?.hasPrefix("~") == true
        let named = words.map { String($0.drop { $0 == "~" }) }
        if !names.isDisjoint(with: named) { allowsCalls = !isDenial }
    }
}

/// Network access that systemd grants the service.
struct ServiceNetwork: Hashable, Sendable {
    /// Whether it uses the host's network namespace, not a private one.
    var isShared = false
    /// Allowed address families.
    var families: Set<String> = ["AF_UNIX"]
    /// Values of `IPAddressAllow=`; if empty, the packaged unit allows no address.
    var addresses: [String] = []

    /// Whether it may use IP on the host's network.
    var isOpen: Bool {
        isShared && !families.isDisjoint(with: ["AF_INET", "AF_INET6"])
    }
}
