import DBus
import Linux
import Radio

/// Keeps one advertisement on air.
@LoopActor
final class Advertiser: Registrant {
    /// What is to be on air.
    struct Desired: Equatable {
        var adapter: ObjectPath
        /// As bluetoothd reads it.
        var properties: [String: BusValue]
        /// How many connections there have been.
        ///
        /// Each takes what phones find the host by off the air, and while
        /// that device stays neither kernel nor bluetoothd puts it back, although a further phone may
        /// come; registering it anew does.
        var connections = 0
    }

    /// Where the one is through which phones find the host.
    static let solicitation: ObjectPath = "/org/callboard/advertisement"

    private let path: ObjectPath
    private let daemon: BlueZDaemon
    weak let radio: (any PartOwner)?
    private(set) lazy var registration = Registration(for: self)

    /// - Parameter radio: compares when the advertisement came on air, was refused or lost.
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
        // Afterwards it is gone in any case: what bluetoothd does not know need not be taken back.
        _ = try? await daemon.call(
            wish.adapter, BlueZ.advertisingManager, "UnregisterAdvertisement", [.path(path)])
    }
}
