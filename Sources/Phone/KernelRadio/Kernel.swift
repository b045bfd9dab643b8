import Linux

/// Interface of the radio to the kernel; tests replace it.
@LoopActor
protocol Kernel: AnyObject {
    /// Channel to the management of adapters.
    var management: any ManagementChannel { get }

    /// Process ID of a running bluetoothd.
    var daemon: Int32? { get }

    /// Reports the end of a process while the returned object lives; nil if that is impossible.
    func watch(_ process: Int32, ended: @escaping @LoopActor () -> Void) -> AnyObject?

    /// Returns whether rfkill blocks an adapter.
    func isBlocked(_ adapter: ControllerIndex) -> Bool

    /// Accepts links of phones to an adapter while the returned object lives.
    func listen(
        at address: PeerAddress, for owner: any ATTListenerOwner
    ) throws(Errno) -> AnyObject

    /// Returns all links of an adapter.
    func links(of adapter: ControllerIndex) throws(Errno) -> [AdapterLink]

    /// Returns the current protection of a socket's link.
    func security(of socket: Int32, on adapter: ControllerIndex) throws(Errno) -> LinkSecurity

    /// Requests a link of at least this level.
    func raise(_ socket: Int32, to level: SecurityLevel) throws(Errno)
}

/// The kernel of this host.
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
