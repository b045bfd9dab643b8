internal import CBluetooth
package import Linux
internal import Synchronization

/// What the kernel says of a link.
package struct LinkMode: OptionSet, Hashable, Sendable {
    /// The number itself, also of one without a name here.
    package let rawValue: UInt32

    /// Any number is one, also one without a name here.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// This host is the central.
    package static let central = LinkMode(rawValue: 0x0001)
    /// The kernel sets it on an LE link with `encrypted`, however the key was made.
    package static let authenticated = LinkMode(rawValue: 0x0002)
    /// Nobody else can read it.
    package static let encrypted = LinkMode(rawValue: 0x0004)
}

/// One link of an adapter.
package struct AdapterLink: Hashable, Sendable {
    /// What the adapter calls it, while it lasts.
    package let handle: UInt16
    /// The peer's identity where the kernel knows it; its kind is not told.
    package let address: BluetoothAddress
    /// Whether it is not one of Classic Bluetooth.
    package let isLowEnergy: Bool
    /// What the kernel says of its protection.
    package let mode: LinkMode
    /// The kernel's number for how far the link is.
    package let state: UInt16

    /// A link as the kernel lists it.
    package init(
        handle: UInt16, address: BluetoothAddress, isLowEnergy: Bool, mode: LinkMode,
        state: UInt16
    ) {
        self.handle = handle
        self.address = address
        self.isLowEnergy = isLowEnergy
        self.mode = mode
        self.state = state
    }

    /// The kernel's number for a link that is up.
    private static let connected: UInt16 = 1

    /// Whether the link is up.
    package var isConnected: Bool { state == Self.connected }
}

/// The links of an adapter.
package enum AdapterLinks {
    /// The most links that are told; no controller has more.
    package static let limit = Int(CALLBOARD_CONNECTIONS)
    /// The kernel's number for LE links.
    private static let lowEnergy: UInt8 = 0x80
    /// Kept, as the kernel is asked several times a second while a phone shows its key.
    private static let control = Mutex<FileDescriptor?>(nil)

    /// Asks the kernel; needs no capability.
    package static func read(of adapter: ControllerIndex) throws(Errno) -> [AdapterLink] {
        let found = try control.withLock { (control) throws(Errno) in
            if control == nil { control = try openControl() }
            return try connections(of: adapter, by: control?.rawValue ?? -1)
        }
        return found.map { connection in
            var connection = connection
            let address = unsafe withUnsafeBytes(of: &connection.address) { unsafe Array($0) }
            return AdapterLink(
                handle: connection.handle, address: BluetoothAddress(bytes: address),
                isLowEnergy: connection.type == lowEnergy,
                mode: LinkMode(rawValue: connection.mode), state: connection.state)
        }
    }

    private static func openControl() throws(Errno) -> FileDescriptor {
        try FileDescriptor(
            checking: socket(AF_BLUETOOTH, SocketKind.packets(SOCK_RAW), BTPROTO_HCI))
    }

    private static func connections(
        of adapter: ControllerIndex, by control: Int32
    ) throws(Errno) -> ArraySlice<callboard_connection> {
        var found = [callboard_connection](repeating: .init(), count: limit)
        let count = unsafe callboard_connections(control, Int32(adapter.rawValue), &found)
        guard count >= 0 else { throw .current }
        return found.prefix(Int(count))
    }
}
