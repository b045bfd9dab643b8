import Bridge
import Linux

/// What the unit of the service lets it have of devices and networks.
struct ServiceRights: Hashable, Sendable {
    /// The number of the user that it runs as; nobody's where there is none.
    var user = UInt32.max
    /// Whether it sees the devices of the machine.
    var seesDevices = false
    /// The further groups that it is given.
    var groups: [String] = []
    /// The account that it has.
    var account = "callboard"
    /// The group that it has first of all.
    var firstGroup = "callboard"
    /// The groups that the account is in; systemd gives the service these, too.
    var accountGroups: Set<String> = []
    /// What it may open of what it sees.
    var devices = ServiceDevices()
    /// What is given to it each time before it starts.
    var handed: Set<String> = []
    /// Whether it is on the machine's own network, and what it may use there.
    var network = ServiceNetwork()
    /// The folder of drop-ins to be copied.
    var examples: String
    /// Whether it is given the capability to manage adapters.
    var hasCapability = false
    /// Which service it is.
    var unit = ServiceUnit.usual

    /// Whether it can use the kernel's Bluetooth.
    var managesAdapters: Bool {
        hasCapability && network.isShared && network.families.contains("AF_BLUETOOTH")
    }

    /// Whether it is in a group.
    func isMember(of group: UserGroup) -> Bool {
        let given = groups + [firstGroup]
        return given.contains { $0 == group.name || $0 == "\(group.number)" }
            || accountGroups.contains(group.name)
    }
}

/// What systemd lets the service have of networks.
struct ServiceNetwork: Hashable, Sendable {
    /// Whether it is on that of the machine, and not on one of its own without anybody.
    var isShared = false
    /// The families of sockets that it may use.
    var families: Set<String> = ["AF_UNIX"]
    /// The addresses that it may reach.
    var addresses: [String] = []

    /// Whether it may use the internet's protocols here.
    var isOpen: Bool {
        isShared && !families.isDisjoint(with: ["AF_INET", "AF_INET6"])
    }
}
