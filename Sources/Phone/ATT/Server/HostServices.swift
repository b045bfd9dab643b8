/// What a host offers to peers that look back at it: who it is, how its services are looked at, and
/// whatever else it has.
package struct HostServices: Hashable, Sendable {
    /// The longest name (Core specification, Vol 3 Part C 12.1), in bytes.
    package static let maximumNameLength = 248

    private let name: [UInt8]
    private let appearance: UInt16
    private let others: [ServerService]

    /// - Parameters:
    ///   - name: what the host is called; one that is too long is cut between characters.
    ///   - appearance: what it looks like, in the Bluetooth SIG's numbers.
    ///   - others: what comes after the services that every host has.
    package init(name: String, appearance: UInt16 = 0, others: [ServerService] = []) {
        var bytes: [UInt8] = []
        for character in name {
            guard bytes.count + character.utf8.count <= Self.maximumNameLength else { break }
            bytes += Array(character.utf8)
        }
        self.name = bytes
        self.appearance = appearance
        self.others = others
    }

    /// All services; those that every host has come first, so that their handles never change.
    package var services: [ServerService] {
        [genericAccess, genericAttribute] + others
    }

    private var genericAccess: ServerService {
        ServerService(
            .genericAccessService,
            [
                ServerCharacteristic(.deviceName, .read, .constant(name), .readable),
                ServerCharacteristic(
                    .appearance, .read, .constant(appearance.littleEndianBytes), .readable),
                // The peer may use an address that only its friends can resolve.
                ServerCharacteristic(.centralAddressResolution, .read, .constant([1]), .readable),
            ])
    }

    private var genericAttribute: ServerService {
        ServerService(
            .genericAttributeService,
            [
                ServerCharacteristic(
                    .serviceChanged, .indicate, .constant([]), ServerAccess(),
                    descriptors: [.configuration(of: .indicate)]),
                ServerCharacteristic(
                    .clientSupportedFeatures, [.read, .write], .clientFeatures,
                    ServerAccess(reading: .always, writing: .always)),
                ServerCharacteristic(.databaseHash, .read, .databaseHash, .readable),
            ])
    }
}
