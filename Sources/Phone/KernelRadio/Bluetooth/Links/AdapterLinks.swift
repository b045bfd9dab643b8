internal import CBluetooth
package import Linux
internal import Synchronization

/// Properties of a link as reported by the kernel.
package struct LinkMode: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// This host is the central.
    package static let central = LinkMode(rawValue: 0x0001)
    /// The kernel sets this flag together with `encrypted` on an LE link, however the key was made.
    package static let authenticated = LinkMode(rawValue: 0x0002)
    /// The link is encrypted.
    package static let encrypted = LinkMode(rawValue: 0x0004)
}

/// A link of an adapter.
package struct AdapterLink: Hashable, Sendable {
    /// Handle of the link in the adapter, while it lasts.
    package let handle: UInt16
    /// Identity address of the peer if the kernel knows it; its kind is not reported.
    package let address: BluetoothAddress
    /// Whether it is a Low Energy link.
    package let isLowEnergy: Bool
    /// Protection of the link as reported by the kernel.
    package let mode: LinkMode
    /// State of the link as numbered by the kernel.
    package let state: UInt16

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

    /// State of an established link in the kernel.
    private static let connected: UInt16 = 1

    package var isConnected: Bool { state == Self.connected }
}

/// Links of an adapter.
package enum AdapterLinks {
    /// Maximum number of listed links, at least the number of any controller.
    package static let limit = Int(CALLBOARD_CONNECTIONS)
    /// Type of LE links in the kernel.
    private static let lowEnergy: UInt8 = 0x80
    /// Socket kept open, because the links are read many times a second while a phone encrypts its
    /// link.
    private static let control = Mutex<FileDescriptor?>(nil)

    /// Reads the links from the kernel; needs no capability.
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
