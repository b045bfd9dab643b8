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
    /// The unit.
    var unit = ServiceUnit.usual

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
