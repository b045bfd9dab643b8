/// Services that the host offers to peers: its identity, the attributes about its own services, and
/// further services.
package struct HostServices: Hashable, Sendable {
    /// Maximum length of the name in bytes (Core specification, Vol 3 Part C 12.1).
    package static let maximumNameLength = 248

    private let name: [UInt8]
    private let appearance: UInt16
    private let others: [ServerService]

    /// - Parameters:
    ///   - name: name of the host; a name that is too long is cut between characters.
    ///   - appearance: appearance number of the Bluetooth SIG.
    ///   - others: services after those that every host has.
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

    /// All services; those of every host are first, so that their handles never change.
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
                // The peer may use a resolvable private address.
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
