import DBus
import Linux
import Radio

/// Registration of one advertisement with bluetoothd.
@LoopActor
final class Advertiser: Registrant {
    struct Desired: Equatable {
        var adapter: ObjectPath
        /// Properties as bluetoothd expects them.
        var properties: [String: BusValue]
        /// Number of connections so far.
        ///
        /// Each connection stops the advertisement by which phones find the host. While the device
        /// stays connected, neither kernel nor bluetoothd restarts it, although another phone may
        /// connect. A new registration does.
        var connections = 0
    }

    /// Object path of the advertisement by which phones find the host.
    static let solicitation: ObjectPath = "/org/callboard/advertisement"

    private let path: ObjectPath
    private let daemon: BlueZDaemon
    weak let radio: (any PartOwner)?
    private(set) lazy var registration = Registration(for: self)

    /// - Parameter radio: compares the desired with the present state when the advertisement is registered, refused or lost.
    init(
        _ daemon: BlueZDaemon, at path: ObjectPath = solicitation, for radio: (any PartOwner)?
    ) {
        self.daemon = daemon
        self.path = path
        self.radio = radio
    }

    func register(_ wish: Desired) async throws(BusError) {
        let release = BusMethod("Release") { [weak self] request in
            guard let self, request.sender == daemon.owner else { return }
            request.reply()
            registration.wasLost()
        }
        let object = BusObject([
            BusInterface(
                BlueZ.advertisement, properties: wish.properties.map { BusProperty($0, $1) },
                methods: [release])
        ])
        try daemon.connection.export(object, at: path)
        _ = try await daemon.call(
            wish.adapter, BlueZ.advertisingManager, "RegisterAdvertisement",
            [.path(path), .dictionary([:])])
    }

    func withdraw(_ wish: Desired) async {
        // Errors do not matter: an advertisement unknown to bluetoothd need not be removed.
        _ = try? await daemon.call(
            wish.adapter, BlueZ.advertisingManager, "UnregisterAdvertisement", [.path(path)])
    }
}
