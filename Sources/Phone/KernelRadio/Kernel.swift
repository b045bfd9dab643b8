import Linux

/// What the radio needs of the kernel; tests have one of their own.
@LoopActor
protocol Kernel: AnyObject {
    /// The way to the management of adapters.
    var management: any ManagementChannel { get }

    /// The number of a bluetoothd that runs on this machine.
    var daemon: Int32? { get }

    /// Hears of the end of a process for as long as what this returns lives; nil where that cannot be.
    func watch(_ process: Int32, ended: @escaping @LoopActor () -> Void) -> AnyObject?

    /// Whether a switch for radios holds an adapter off.
    func isBlocked(_ adapter: ControllerIndex) -> Bool

    /// Takes the links that phones make to an adapter, for as long as what this returns lives.
    func listen(
        at address: PeerAddress, for owner: any ATTListenerOwner
    ) throws(Errno) -> AnyObject

    /// All links of an adapter.
    func links(of adapter: ControllerIndex) throws(Errno) -> [AdapterLink]

    /// How well the link of a socket is protected at the moment.
    func security(of socket: Int32, on adapter: ControllerIndex) throws(Errno) -> LinkSecurity

    /// Asks for a link of at least this level.
    func raise(_ socket: Int32, to level: SecurityLevel) throws(Errno)
}

/// The kernel of this machine.
@LoopActor
final class MachineKernel: Kernel {
    private let pace: Pace
    let management: any ManagementChannel

    init(pace: Pace) {
        self.pace = pace
        management = ManagementSocket(pace: pace)
    }

    var daemon: Int32? { try? BluetoothDaemon.find() }

    func watch(_ process: Int32, ended: @escaping @LoopActor () -> Void) -> AnyObject? {
        try? ProcessWatch(process, ended: ended)
    }

    func isBlocked(_ adapter: ControllerIndex) -> Bool {
        RadioSwitch.isBlocked(adapter)
    }

    func listen(
        at address: PeerAddress, for owner: any ATTListenerOwner
    ) throws(Errno) -> AnyObject {
        let listener = try ATTListener(at: address, level: .medium, pace: pace)
        try listener.start(for: owner)
        return listener
    }

    func links(of adapter: ControllerIndex) throws(Errno) -> [AdapterLink] {
        try AdapterLinks.read(of: adapter)
    }

    func security(of socket: Int32, on adapter: ControllerIndex) throws(Errno) -> LinkSecurity {
        try LinkSecurity.read(of: socket, adapter: adapter)
    }

    func raise(_ socket: Int32, to level: SecurityLevel) throws(Errno) {
        try LinkSecurity.raise(socket, to: level)
    }
}
